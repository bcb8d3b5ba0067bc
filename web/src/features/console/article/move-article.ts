import type { StaffResponse } from '../session/staff-request.ts';
import type { ArticleClient } from './article-client.ts';
import type { MoveName } from './article-state.ts';
import type { ArticleValues, StoredArticle } from './article-values.ts';
import { moveProblem } from './move-problem.ts';
import { withPresentState } from './server-state.ts';
import { byOf, CONFLICT, type WorkState } from './work-state.ts';

/** The parts of the work on an article that a change of its state needs. */
export interface MoveSteps {
  client: ArticleClient;
  /** Brings the state up to the text of the editor. */
  read: () => WorkState;
  /** Stores the changes in the article. */
  store: () => Promise<boolean>;
  /** Stores the changes in the working copy, and resolves with its number; null where nothing differs. */
  saveCopy: () => Promise<number | null>;
  hasCopies: () => boolean;
  base: () => ArticleValues;
  adopt: (article: StoredArticle, sent: ArticleValues) => Promise<void>;
  /** Merges with what somebody else has stored; false when somebody has to choose. */
  merge: (id: number, mine: ArticleValues, by: string) => Promise<boolean>;
  set: (next: Partial<WorkState>) => void;
  fail: (response: StaffResponse) => void;
}

const WRONG_STATE = 409;

/**
 * Moves an article to another state. A publication has the changes of the page, in the same write; other moves of a draft store
 * them first, and those of a published article leave them in the working copy.
 */
export async function moveArticle(steps: MoveSteps, name: MoveName, body: object): Promise<boolean> {
  const { client, read, store, set } = steps;
  if (read().stored === null && !(await store())) return false;
  const isPublication = name === 'publish' || name === 'schedule';
  const { changed, stored: before } = read();
  let copy: number | null = null;
  if (isPublication && steps.hasCopies()) {
    copy = await steps.saveCopy();
    if (changed.length > 0 && copy === null) return false;
  } else if (changed.length > 0 && before?.publishedAt == null && !(await store())) return false;
  const { values, stored } = read();
  if (stored === null) return false;
  set({ save: 'saving' });
  const result = await client.move(stored.id, name, body, stored.etag, copy);
  if (result.value !== undefined) {
    await steps.adopt(result.value, copy === null ? steps.base() : values);
    return true;
  }
  const { status, details } = result.failure;
  if (status === CONFLICT && details['working_copy'] !== true)
    return (await steps.merge(stored.id, values, byOf(details))) && moveArticle(steps, name, body);
  steps.fail(result.failure);
  set({ problem: moveProblem(result.failure) });
  if (status !== WRONG_STATE) return false;
  // The text is merged with the next save.
  const { value } = await client.load(stored.id);
  if (value !== undefined) set({ stored: withPresentState(stored, value) });
  return false;
}
