import type { BookStockResponse, StockMoveBody, StockPage, StockRow } from '@vidhi/contracts/shop-stock.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';

const listUrl = listPath('/book-stock');

/** Copies of books: the sums in the list, and the moves of one book. */
export const stockApi = resourceApi<StockRow>('book-stock', {
  list: listUrl,
  toPage: (body) => {
    const { data, meta } = body as StockPage;
    return { rows: data, total: meta.pagination.total };
  },
});

export type BookStock = BookStockResponse['data'];

/** The stock of one book with its moves. */
export const bookStockApi = resourceApi<BookStock>('book-stock-moves', {
  list: listUrl,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/book-stock/${id}`,
  toRow: (body) => (body as BookStockResponse).data,
});

/** The call of a move. The key makes a repeated press the same move. */
export const moveCall = (book: number, key: string, data: StockMoveBody['data']) => ({
  url: `/book-stock/${book}/moves`,
  method: 'POST',
  body: { data },
  headers: { 'idempotency-key': key },
});
