import { wasConfirmed } from './purchase-checks.ts';
import type { ShopEvidence, StoredLink, StoredPurchase, StoredStock, Violation } from './evidence.ts';

const ENDED = ['SENT', 'CANCELLED'];
const NUMBER = /^(.*?)0*(\d+)$/;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Returns the copies that an order gives back, of each line. */
const movesOf = ({ refunds = [], copyMoves = [] }: StoredPurchase): { lineId: number; copies: number }[] => [
  ...refunds
    .filter(({ restock }) => restock)
    .flatMap(({ lines }) => lines.map(({ id, copies }) => ({ lineId: id, copies }))),
  ...copyMoves,
];

/** Problems of one series of numbers: gaps, repetitions, claims that were left. */
function problemOfNumbers(numbers: readonly string[]): string | null {
  const positions = numbers.map((number) => Number(NUMBER.exec(number)?.[2])).toSorted((a, b) => a - b);
  const wrong = positions.findIndex((position, index) => position !== index + 1);
  return wrong === -1 ? null : `${positions[wrong]} follows ${positions[wrong - 1] ?? 'nothing'}`;
}

/** Each kind of violation that concerns more than one purchase. */
export function checkShop(evidence: ShopEvidence): Violation[] {
  const { purchases, links, stocks, series, unsettledEvents, unmatchedPayments, mails, inbox } = evidence;
  const violations: Violation[] = [];
  const find = (kind: string, subject: string, details: string): void =>
    void violations.push({ kind, subject, details });

  function checkStock({ _id, stock, moved = 0, sold, holds }: StoredStock): void {
    const copiesOf = ({ lines }: StoredPurchase): number[] =>
      lines.flatMap(({ bookId, quantity }) => (bookId === _id ? [quantity] : []));
    // Sold copies of an order that is cancelled stay counted, and come back by a move.
    const wasSold = sumOf(purchases.filter(wasConfirmed).flatMap(copiesOf));
    const counted =
      sold + sumOf(holds.flatMap(({ state, quantity }) => (state === 'SOLD' ? [quantity] : [])));
    const returned = purchases.flatMap((purchase) =>
      movesOf(purchase).flatMap(({ lineId, copies }) =>
        purchase.lines.some((line) => line.id === lineId && line.bookId === _id) ? [copies] : [],
      ),
    );
    if (stock !== null && moved !== sumOf(returned))
      find('copies counted back', `book ${_id}`, `${moved}, ${sumOf(returned)} in orders`);
    for (const { _id: purchase, refunds = [] } of purchases)
      for (const { state } of refunds)
        if (state !== 'DONE' && state !== 'FAILED') find('refund of the shop', purchase, `is ${state}`);
    if (stock !== null && wasSold > stock + moved)
      find('oversold', `book ${_id}`, `${wasSold} of ${stock + moved} copies`);
    if (counted !== wasSold) find('copies sold', `book ${_id}`, `${counted} counted, ${wasSold} in orders`);
    const bought = new Set(purchases.map(({ checkoutId }) => checkoutId));
    for (const { state, checkoutId } of holds)
      if (state !== 'SOLD' && (state === 'CONSUMED' || bought.has(checkoutId)))
        find('copies not released', `book ${_id}`, `${state} by ${checkoutId}`);
  }

  /** Every copy of an order that is cancelled comes back, by its cancellation or by a refund before. */
  function checkCopies(purchase: StoredPurchase): void {
    const { _id, status, lines, copyMoves = [] } = purchase;
    if (copyMoves.some(({ isDone }) => isDone !== true)) find('copies not moved', _id, status);
    if (status !== 'CANCELLED' || !wasConfirmed(purchase)) return;
    const back = sumOf(movesOf(purchase).map(({ copies }) => copies));
    const bought = sumOf(lines.map(({ quantity }) => quantity));
    if (back !== bought) find('copies counted back', _id, `${back} of ${bought}`);
  }

  function checkNumbers(kind: string, numbersOf: (purchase: StoredPurchase) => string[]): void {
    const numbers = purchases.flatMap(numbersOf);
    for (const [prefix, ofSeries] of Map.groupBy(numbers, (number) => NUMBER.exec(number)?.[1] ?? '')) {
      const problem = problemOfNumbers(ofSeries);
      if (problem !== null) find('numbers of bills', prefix, problem);
    }
    const last = sumOf(series.flatMap((one) => (one._id.startsWith(`${kind}/`) ? [one.last] : [])));
    if (last !== numbers.length) find('numbers of bills', kind, `${last} claimed, ${numbers.length} written`);
  }

  /** The link of at most one order that stands, and none of a cancelled one; its copies are free after its end. */
  function checkLink({ _id, state, holdDue, releaseDueAt, outbox = [] }: StoredLink): void {
    const bought = purchases.filter(({ paymentLink }) => paymentLink?.id === _id).filter(wasConfirmed);
    const allowed = state === 'PAID' ? 1 : 0;
    if (bought.length > allowed) find('orders of a link', _id, `${bought.length}, and it is ${state}`);
    if (holdDue === true) find('link not completed', _id, 'its copies are not reserved until it expires');
    const isHeld = stocks.some(({ holds }) => holds.some(({ checkoutId }) => checkoutId === _id));
    // What a crash has left is released ten minutes later.
    if (state !== 'OPEN' && isHeld && releaseDueAt === undefined) find('copies not released', _id, state);
    for (const { id, type, publishedAt } of outbox) {
      if (!publishedAt) find('event not published', _id, type);
      const own = mails.filter(({ eventId }) => eventId === id);
      if (type === 'payment-link.sent' && own.length !== 1)
        find('mails of a link', _id, `${own.length} of ${id}`);
    }
  }

  links.forEach(checkLink);
  stocks.forEach(checkStock);
  purchases.forEach(checkCopies);
  checkNumbers('BS', ({ bill }) => (bill === undefined ? [] : [bill.number]));
  checkNumbers('CN', ({ creditNotes = [] }) => creditNotes.map(({ number }) => number));
  for (const { _id, claims } of series)
    if (claims.length > 0) find('numbers of bills', _id, `${claims.length} claims left`);
  if (unsettledEvents > 0) find('webhooks not applied', 'payments', String(unsettledEvents));
  if (unmatchedPayments > 0) find('payments without checkout', 'payments', String(unmatchedPayments));
  const rows = new Set(mails.map(({ messageId }) => messageId));
  for (const { messageId, subject } of inbox)
    if (!rows.has(messageId)) find('mail of nobody', messageId, subject);
  for (const { _id, template, state } of mails)
    if (!ENDED.includes(state)) find('mail not sent', _id, `${template} ${state}`);
  return violations;
}
