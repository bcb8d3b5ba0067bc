import type { Address } from '@vidhi/contracts/purchases.ts';
import { copiesToPack, isShippable } from '../desk/shipments.ts';
import { needsAddress, type Purchase } from '../purchases/purchase.ts';

/** Sheets that are printed of many orders at once. */
export const SHEET_KINDS = ['packing-slips', 'address-labels'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export interface SlipLine {
  title: string;
  publisher: string | null;
  isbn: string | null;
  copies: number;
}

/** The content and the address of one parcel. */
export interface Slip {
  orderNumber: string;
  /** YYYY-MM-DD. */
  orderedOn: string;
  shipping: Address;
  lines: readonly SlipLine[];
}

export interface PackingSheets {
  kind: SheetKind;
  /** The sender of the parcels. */
  sender: { name: string; address: string; phone: string };
  slips: readonly Slip[];
  /** Orders that cannot be packed, each with the reason. */
  skipped: readonly { orderNumber: string; reason: string }[];
}

interface SlipSources {
  isbnOf: (bookId: number) => string | null;
}

const nameOf = ({ purchaseNumber, orderId, _id }: Purchase): string => purchaseNumber ?? orderId ?? _id;

function reasonToSkip(purchase: Purchase): string | null {
  if (purchase.status === 'CANCELLED') return 'cancelled';
  if (needsAddress(purchase) || purchase.shipping === null) return 'has no address yet';
  return null;
}

/** Returns the copies that are yet to be sent; of an order of which everything was, all that were not refunded before. */
function linesOf(purchase: Purchase, { isbnOf }: SlipSources): SlipLine[] {
  const toSend = purchase.lines.filter((line) => isShippable(purchase, line));
  const lines = toSend.length > 0 ? toSend : purchase.lines.filter(({ isCancelled }) => isCancelled !== true);
  return lines.flatMap((line) => {
    const { bookId, title, publisher = null } = line;
    const copies = copiesToPack(purchase, line);
    return copies > 0 ? [{ title, publisher, isbn: isbnOf(bookId), copies }] : [];
  });
}

/** Returns the slips of purchases in their order, and those that cannot be packed. */
export function slipsOf(
  purchases: readonly Purchase[],
  orderedOn: (purchase: Purchase) => string,
  sources: SlipSources,
): Pick<PackingSheets, 'slips' | 'skipped'> {
  const slips: Slip[] = [];
  const skipped: PackingSheets['skipped'][number][] = [];
  for (const purchase of purchases) {
    const lines = linesOf(purchase, sources);
    const reason = reasonToSkip(purchase) ?? (lines.length === 0 ? 'has nothing to be sent' : null);
    const orderNumber = nameOf(purchase);
    if (reason !== null || purchase.shipping === null)
      skipped.push({ orderNumber, reason: reason ?? 'has no address yet' });
    else slips.push({ orderNumber, orderedOn: orderedOn(purchase), shipping: purchase.shipping, lines });
  }
  return { slips, skipped };
}
