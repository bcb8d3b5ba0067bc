import { baseApi } from '#shared/api/base-api.ts';
import { saveFile } from '#shared/files/save-file.ts';

export type OrderFile = 'bill-of-supply' | 'credit-note';

export type PackingPapers = 'packing-slips' | 'address-labels';

interface FileRequest {
  /** Id of a line of the order. */
  lineId: number;
  file: OrderFile;
  /** One of several credit notes. */
  number?: string;
}

const fileName = ({ file, number }: FileRequest): string =>
  `${(number ?? file).replaceAll(/[^\w-]/g, '-')}.pdf`;

const filesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Has the browser save the list as CSV, which is sent with the access token only. */
    exportOrders: build.mutation<null, Readonly<Record<string, string>>>({
      queryFn: async (filters, _api, _options, call) => {
        const { data, error } = await call({
          url: `/purchases.csv?${new URLSearchParams(filters)}`,
          responseHandler: (response) => response.blob(),
        });
        if (error !== undefined) return { error };
        saveFile('orders.csv', data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
    /** Has the browser save the papers of orders that are packed, in one PDF. */
    savePackingPapers: build.mutation<null, { kind: PackingPapers; ids: readonly string[] }>({
      queryFn: async ({ kind, ids }, _api, _options, call) => {
        const { data, error } = await call({
          url: `/${kind}`,
          method: 'POST',
          body: { data: { ids } },
          responseHandler: async (response: Response) =>
            response.ok ? await response.blob() : await response.json(),
        });
        if (error !== undefined) return { error };
        saveFile(`${kind}.pdf`, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
    /** Has the browser save a document of an order as PDF. */
    saveOrderFile: build.mutation<null, FileRequest>({
      queryFn: async (request, _api, _options, call) => {
        const { lineId, file, number } = request;
        const query = number === undefined ? '' : `?${new URLSearchParams({ number })}`;
        const { data, error } = await call({
          url: `/orders/${lineId}/${file}${query}`,
          responseHandler: (response) => response.blob(),
        });
        if (error !== undefined) return { error };
        saveFile(fileName(request), data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});

export const { useExportOrdersMutation, useSaveOrderFileMutation, useSavePackingPapersMutation } = filesApi;
