import { resourceApi } from '../kit/resource-api.ts';
import type { Source } from '../kit/source.ts';

/** An entry of the audit log, as `GET /api/audit` returns it. */
export interface AuditEntry {
  id: string;
  seq: number;
  at: string;
  actor: { id: number | null; role: number | null; via: string; name: string | null; token?: string };
  action: string;
  service: string;
  resource: { type: string; id: string; label: string | null };
  changes: readonly { path: string; from?: unknown; to?: unknown }[];
  reason: string | null;
}

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
