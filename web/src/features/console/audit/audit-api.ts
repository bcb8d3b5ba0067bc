import type { AuditEntry } from '@vidhi/contracts/audit.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { Source } from '../kit/source.ts';

interface AuditBody {
  data: readonly AuditEntry[];
  meta: { pagination: { total: number } };
}

const source: Source<AuditEntry> = {
  list: ({ conditions, page, size }) => {
    const params = new URLSearchParams({ page: String(page), pageSize: String(size) });
    for (const [name, value] of conditions) params.set(name, value);
    return `/audit?${params}`;
  },
  toPage: (body) => {
    const { data, meta } = body as AuditBody;
    return { rows: data, total: meta.pagination.total };
  },
};

export const auditApi = resourceApi<AuditEntry>('audit', source);
