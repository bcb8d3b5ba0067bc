import type { AttributeProblem } from '../collections/attribute-problem.ts';

/** Rejects a discount (percent of the MRP) below 0 or from 100 on. */
export function* discountProblems({
  discount,
}: Readonly<Record<string, unknown>>): Generator<AttributeProblem> {
  if (typeof discount === 'number' && (discount < 0 || discount >= 100))
    yield { path: ['discount'], message: 'discount must be at least 0 and less than 100' };
}
