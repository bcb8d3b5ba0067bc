import type { Unchecked } from '@vidhi/collections/all.ts';
import { isbnProblem } from '@vidhi/contracts/isbn.ts';
import type { AttributeProblem } from '../collections/attribute-problem.ts';

const isbnOf = ({ ISBN: isbn }: Unchecked<'book'>): string => (typeof isbn === 'string' ? isbn.trim() : '');

/**
 * Rejects an ISBN that is none.
 * @param current stored document of an update: what it has already is accepted, as it may come from an import
 */
export function* isbnProblems(
  values: Unchecked<'book'>,
  current: Unchecked<'book'> = {},
): Generator<AttributeProblem> {
  const isbn = isbnOf(values);
  if (isbn === '' || isbn === isbnOf(current)) return;
  const problem = isbnProblem(isbn);
  if (problem !== null) yield { path: ['ISBN'], message: `ISBN: ${problem}` };
}
