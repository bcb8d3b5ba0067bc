import type { MonthFeesResponse } from '@vidhi/contracts/payment-fees.ts';
import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import type { ReplayPaymentResponse, Sales } from '@vidhi/contracts/shop-money.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { saveFile } from '#shared/files/save-file.ts';
import { resourceApi } from '../kit/resource-api.ts';

const PATH = '/orders/reconciliation';

/** Payments compared with orders and mails: one document, compared anew with every request. */
export const reconciliationApi = resourceApi<ReconciliationReport>('reconciliation', {
  list: () => PATH,
  toPage: (body) => ({ rows: [body as ReconciliationReport], total: 1 }),
  one: () => PATH,
  toRow: (body) => body as ReconciliationReport,
});

export const repairCall = () => ({ url: `${PATH}/repair`, method: 'POST' });
export const dismissCall = (id: string, reason: string) => ({
  url: `${PATH}/dismiss`,
  method: 'POST',
  body: { data: { id, reason } },
});
export const replayCall = (paymentId: string) => ({
  url: `${PATH}/replay`,
  method: 'POST',
  body: { data: { payment_id: paymentId } },
});
export type Replayed = ReplayPaymentResponse['data'];

/** Sales of a time; its id is `2026-11-01..2026-11-30`. */
export const salesApi = resourceApi<Sales>('sales', {
  list: () => '/orders/sales',
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => {
    const [from = '', to = ''] = String(id).split('..');
    return `/orders/sales?${new URLSearchParams({ from, to })}`;
  },
  toRow: (body) => (body as { data: Sales }).data,
});

export type MonthFees = MonthFeesResponse['data'];

/** Fees of the card provider for the payments of a month, whose id is `2026-11`. */
export const feesApi = resourceApi<MonthFees>('fees', {
  list: () => '/orders/fees',
  toPage: () => ({ rows: [], total: 0 }),
  one: (month) => `/orders/fees?${new URLSearchParams({ month: String(month) })}`,
  toRow: (body) => (body as MonthFeesResponse).data,
});

const accountsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Has the browser save the bills and credit notes of a month. */
    saveAccounts: build.mutation<null, string>({
      queryFn: async (month, _api, _options, call) => {
        const { data, error } = await call({
          url: `/orders/accounts.csv?${new URLSearchParams({ month })}`,
          responseHandler: async (response: Response) =>
            response.ok ? await response.blob() : await response.json(),
        });
        if (error !== undefined) return { error };
        saveFile(`accounts-${month}.csv`, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});
export const { useSaveAccountsMutation } = accountsApi;
