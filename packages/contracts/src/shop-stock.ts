/** Ways in which copies come and go by people. `returned`: by a buyer. */
export const STOCK_MOVE_KINDS = ['received', 'corrected', 'damaged', 'returned'] as const;
export type StockMoveKind = (typeof STOCK_MOVE_KINDS)[number];
