import type { BatchRow } from '@vidhi/contracts/book-import.ts';
import type { StoredBook } from './plan-import.ts';

/** A change of the prices of many books. */
export interface PriceRule {
  kind: 'discount' | 'raise' | 'lower';
  /** Percent. */
  percent: number;
  /** MRPs are rounded to a multiple of so many rupees. */
  roundTo: number;
}

export interface PricePlan {
  id: number;
  title: string;
  before: { price: number; discount: number };
  after: { price: number; discount: number };
  write: BatchRow;
}

const PAISE = 100;

/** Returns what is wrong with a rule; null for one that can be used. */
export function ruleProblem({ kind, percent }: PriceRule): string | null {
  if (!Number.isFinite(percent) || percent < 0) return 'Give a number of percent from 0 on';
  if (kind === 'discount') return percent < 100 ? null : 'A discount is less than 100 percent';
  if (percent === 0) return 'Give more than 0 percent';
  if (kind === 'lower' && percent >= 100) return 'An MRP can be lowered by less than 100 percent';
  return percent <= 1_000 ? null : 'An MRP can be raised by 1,000 percent at most';
}

function newPrice(price: number, { kind, percent, roundTo }: PriceRule): number {
  if (kind === 'discount') return price;
  const changed = price * (1 + (kind === 'raise' ? percent : -percent) / 100);
  const step = Math.max(1, Math.round(roundTo * PAISE));
  // In paise; the small number is lost by binary fractions.
  const rounded = Math.round((changed * PAISE) / step + 1e-9) * step;
  return Math.max(step, rounded) / PAISE;
}

/** Returns the books whose price a rule changes. */
export function planPrices(books: readonly StoredBook[], rule: PriceRule): PricePlan[] {
  if (ruleProblem(rule) !== null) return [];
  return books.flatMap(({ id, values }): PricePlan[] => {
    const { price, discount: stored = null, title } = values;
    if (typeof price !== 'number') return [];
    const discount = Number(stored ?? 0);
    const after = {
      price: newPrice(price, rule),
      discount: rule.kind === 'discount' ? rule.percent : discount,
    };
    if (after.price === price && after.discount === discount) return [];
    const write: BatchRow =
      rule.kind === 'discount'
        ? { row: id, id, before: { discount: stored }, values: { discount: rule.percent || null } }
        : { row: id, id, before: { Price: price }, values: { Price: after.price } };
    return [{ id, title: String(title ?? ''), before: { price, discount }, after, write }];
  });
}

/**
 * `Discount of 20 %, all books`, as the list of changes names it.
 * @param chosen number of books that were chosen; null for all
 */
export function ruleLabel({ kind, percent }: PriceRule, chosen: number | null): string {
  const change =
    kind === 'discount'
      ? `Discount of ${percent} %`
      : `MRP ${kind === 'raise' ? 'raised' : 'lowered'} by ${percent} %`;
  return `${change}, ${scopeText(chosen)}`;
}

const scopeText = (chosen: number | null): string =>
  chosen === null ? 'all books' : `${chosen} chosen ${chosen === 1 ? 'book' : 'books'}`;
