import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { handPaymentText } from '@vidhi/contracts/hand-order-names.ts';
import { creditNotesOf, dayOf, nextCredit, type Purchase } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { StockMoves } from '../stock/stock-moves.ts';
import type { StockStore } from '../stock/stock-store.ts';
import type { BillContent, CreditNote } from './bill.ts';
import type { BillSeries } from './bill-series.ts';

export interface PurchaseDocumentsOptions {
  purchases: Pick<
    PurchaseStore,
    'find' | 'findWithDocumentsDue' | 'documentsMade' | 'postpone' | 'noteMoved'
  >;
  series: BillSeries;
  /** Makes the refund of a cancelled purchase due; may be repeated. Rejects when payments does not respond. */
  refund: (purchase: Purchase) => Promise<void>;
  stock: Pick<StockStore, 'sell' | 'release' | 'take'>;
  /** Moves copies of a book that orders give back, or need after all. */
  move: StockMoves['move'];
  render: (content: BillContent) => Promise<Buffer>;
  onFailure: (error: unknown, purchaseId: string) => void;
  now?: () => number;
}

/** One document of a purchase, as the routes send it. */
export interface PurchaseDocument {
  /** Returns whether `render` makes a document; has no effect. */
  exists: (purchase: Purchase, number?: string) => boolean;
  render: (purchase: Purchase, number?: string) => Promise<Buffer | null>;
}

export interface PurchaseDocuments {
  /**
   * The bill of a purchase. Rendering assigns its number first if it has none; null for a purchase that was never
   * supplied.
   */
  bill: PurchaseDocument;
  /** The credit note with this number, or the last one; null for a purchase that has none, or not this one. */
  creditNote: PurchaseDocument;
  /**
   * Completes a purchase: counts its sold copies and creates the bill, or after a cancellation counts them back and makes
   * the refund, and a credit note of what went back. Resolves with the purchase as it is then; null when there is nothing to
   * do, or it has changed meanwhile.
   * @param stored the purchase, where it was read or stored just now
   */
  makeDocuments(purchaseId: string, stored?: Purchase): Promise<Purchase | null>;
  /**
   * Completes the purchases whose documents are due, which crashes may have left. A failure of one does not stop the
   * others.
   */
  sweep(): Promise<void>;
}

const BATCH = 50;
/** Maximum number of credit notes that are issued at once. */
const MAX_NOTES = 100;
/** Pause before documents that failed are made again. */
const RETRY_MS = 60_000;

const dueMoves = ({ copyMoves = [] }: Purchase) => copyMoves.filter(({ isDone }) => isDone !== true);

function findNote(purchase: Purchase, number?: string): CreditNote | undefined {
  const notes = creditNotesOf(purchase);
  return number === undefined ? notes.at(-1) : notes.find((note) => note.number === number);
}

export function createPurchaseDocuments(options: PurchaseDocumentsOptions): PurchaseDocuments {
  const { purchases, series, refund, stock, move, render, onFailure, now = Date.now } = options;

  /**
   * Counts the copies of a confirmed purchase. Must be done before its bill exists: a sold hold, which a repetition is
   * recognized by, may be a number later, so that copies of an order by hand are taken only while it has no bill.
   */
  async function countCopies({ checkoutId, lines, hand, bill }: Purchase): Promise<void> {
    if (hand !== undefined && bill === undefined) await stock.take(checkoutId, lines);
    await stock.sell(checkoutId, lines);
  }

  /** Makes the moves that are due, each once. */
  async function moveCopies(purchase: Purchase): Promise<void> {
    const { _id, lines } = purchase;
    const due = dueMoves(purchase);
    if (due.length === 0) return;
    for (const { id, lineId, copies, reason, by } of due) {
      const bookId = lines.find((line) => line.id === lineId)?.bookId;
      if (bookId === undefined) continue;
      const kind = copies < 0 ? 'corrected' : 'returned';
      await move(bookId, { id, kind, copies, reason, by, ref: _id });
    }
    failPoint('cart-orders.copies-moved');
    await purchases.noteMoved(
      _id,
      due.map(({ id }) => id),
    );
  }

  /** Returns the purchase with its bill; a cancelled purchase without a bill remains without. */
  async function withBill(purchase: Purchase): Promise<Purchase> {
    if (purchase.bill !== undefined || purchase.status === 'CANCELLED') return purchase;
    await series.issue('BS', purchase._id, dayOf(purchase.createdAt));
    return (await purchases.find(purchase._id)) ?? purchase;
  }

  function contentOf(purchase: Purchase): Omit<BillContent, 'credits'> | null {
    const { bill, purchaseNumber, orderId, paymentId, hand, lines } = purchase;
    const { shippingPaise, totalPaise, billing, shipping } = purchase;
    if (bill === undefined) return null;
    const items = lines.map(({ title, publisher = null, quantity, listPaise, unitPaise }) => ({
      title,
      publisher,
      quantity,
      listPaise,
      unitPaise,
    }));
    return {
      ...bill,
      ...(purchaseNumber === undefined ? {} : { purchaseNumber }),
      ...(orderId === undefined ? {} : { orderId }),
      ...(paymentId === undefined ? {} : { paymentId }),
      ...(hand === undefined ? {} : { paidBy: handPaymentText(hand) }),
      ...(hand?.name ? { buyerName: hand.name } : {}),
      lines: items,
      shippingPaise,
      totalPaise,
      billing,
      shipping,
    };
  }

  async function make(purchase: Purchase): Promise<Purchase | null> {
    const { _id, checkoutId, lines, status, returnsRev } = purchase;
    let current = purchase;
    if (status === 'CONFIRMED') {
      await countCopies(purchase);
      failPoint('cart-orders.copies-sold');
      await moveCopies(purchase);
      current = await withBill(purchase);
    } else {
      // Copies that come back are sold ones, also where the order was cancelled before they were counted.
      if (dueMoves(purchase).length > 0) await countCopies(purchase);
      else await stock.release(checkoutId, lines);
      failPoint('cart-orders.copies-released');
      await moveCopies(purchase);
      await refund(purchase);
      failPoint('cart-orders.refund-requested');
    }
    // Of what is stored by now: money may have gone back meanwhile.
    if (current === purchase) current = (await purchases.find(_id)) ?? purchase;
    for (let issued = 0; nextCredit(current) !== null && issued < MAX_NOTES; issued += 1) {
      await series.issue('CN', _id, dayOf(new Date(now())));
      current = (await purchases.find(_id)) ?? current;
    }
    return purchases.documentsMade(_id, status, returnsRev);
  }

  return {
    bill: {
      exists: ({ bill, status }) => bill !== undefined || status !== 'CANCELLED',
      async render(purchase) {
        const { bill, status, documentsDue } = purchase;
        // A mail may request the bill before the documents are made.
        if (bill === undefined && status === 'CONFIRMED' && documentsDue === true)
          await countCopies(purchase);
        const content = contentOf(await withBill(purchase));
        return content === null ? null : render({ ...content, credits: null });
      },
    },
    creditNote: {
      exists: (purchase, number) => purchase.bill !== undefined && findNote(purchase, number) !== undefined,
      async render(purchase, number) {
        const note = findNote(purchase, number);
        const content = contentOf(purchase);
        if (content === null || note === undefined) return null;
        const { amountPaise, number: noteNumber, date } = note;
        return render({
          ...content,
          number: noteNumber,
          date,
          credits: { number: content.number, amountPaise },
        });
      },
    },
    async makeDocuments(purchaseId, stored) {
      const purchase = stored ?? (await purchases.find(purchaseId));
      return purchase?.documentsDue === true ? make(purchase) : null;
    },
    async sweep() {
      await series.finishClaims();
      for (const purchase of await purchases.findWithDocumentsDue(BATCH))
        await make(purchase).catch(async (error: unknown) => {
          onFailure(error, purchase._id);
          await purchases.postpone(purchase._id, 'documentsRetryAt', new Date(Date.now() + RETRY_MS));
        });
    },
  };
}
