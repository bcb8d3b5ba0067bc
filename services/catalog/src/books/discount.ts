import type { AttributeProblem } from '../attribute-problem.ts';

/** Percent off the MRP: none at all, or more than 0 and less than 100. */
export function* discountProblems({
  discount,
}: Readonly<Record<string, unknown>>): Generator<AttributeProblem> {
  if (typeof discount === 'number' && (discount < 0 || discount >= 100))
    yield { path: ['discount'], message: 'discount must be at least 0 and less than 100' };
}
