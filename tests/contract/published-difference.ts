import type { CaseResponse } from './case-request.ts';
import type { Leaf } from './query-leaves.ts';

export interface Exchanged {
  readonly path: string;
  readonly leaves: readonly Leaf[];
  readonly reference: CaseResponse;
  readonly product: CaseResponse;
}

export interface PublishedDifference {
  /** Number of the difference in docs/differences.md. */
  readonly number: number;
  /** Returns whether the entry applies to the request. */
  readonly concerns: (leaves: readonly Leaf[], path: string) => boolean;
  /** Returns whether the two responses differ in the way that the entry describes. */
  readonly promises?: (exchanged: Exchanged) => boolean;
  /** Removes the parts covered by the entry from both responses, which must then be equal. */
  readonly without?: (json: unknown, leaves: readonly Leaf[]) => unknown;
}
