import type { Answer } from './exchange.ts';
import type { Leaf } from './query-leaves.ts';

export interface Exchanged {
  readonly path: string;
  readonly leaves: readonly Leaf[];
  readonly reference: Answer;
  readonly product: Answer;
}

export interface PublishedDifference {
  /** As in docs/differences.md. */
  readonly number: number;
  /** Whether the request is one that the entry speaks of. */
  readonly concerns: (leaves: readonly Leaf[], path: string) => boolean;
  /** Whether the two answers differ in the way that the entry promises. */
  readonly promises?: (exchanged: Exchanged) => boolean;
  /** Takes what the entry speaks of out of both answers, which must then be equal. */
  readonly without?: (json: unknown, leaves: readonly Leaf[]) => unknown;
}
