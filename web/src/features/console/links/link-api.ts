import type {
  PaymentLink,
  PaymentLinkPage,
  PaymentLinkResponse,
  PaymentLinkRow,
} from '@vidhi/contracts/payment-links.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { RowId } from '../kit/source.ts';

/** Payment links in lists. */
export const linkListApi = resourceApi<PaymentLinkRow>('payment-links', {
  list: listPath('/payment-links'),
  toPage: (body) => {
    const { data, meta } = body as PaymentLinkPage;
    return { rows: data, total: meta.pagination.total };
  },
});

/** One payment link, as its buyer reads it. */
export const linkApi = resourceApi<PaymentLink>('payment-link', {
  list: listPath('/payment-links'),
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/payment-links/${encodeURIComponent(id)}`,
  toRow: (body) => (body as PaymentLinkResponse).data,
});

export const linkCall = (id: RowId, act: 'cancel' | 'mail') => ({
  url: `/payment-links/${encodeURIComponent(id)}/${act}`,
  method: 'POST',
});

/** Returns the address of the page where a link is paid. */
export const linkAddress = (path: string): string => new URL(path, location.origin).href;
