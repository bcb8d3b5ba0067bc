import type { ArticleValues } from './article-values.ts';
import { createLocalTimers } from './copy-timers.ts';
import type { WorkOptions, WorkState } from './work-state.ts';

/** The parts of the work on an article that its copy on this computer needs. */
interface LocalSteps extends Pick<WorkOptions, 'copies' | 'keyOf' | 'now'> {
  state: () => WorkState;
  base: () => ArticleValues;
  /** Brings the state up to the text of the editor. */
  read: () => ArticleValues;
  /** The same values, without a change of the state. */
  peek: () => ArticleValues;
  isOnServer: (values: ArticleValues) => boolean;
  set: (next: Partial<WorkState>) => void;
}

/** Creates the saves of what is typed on this computer. */
export function createLocalSaves({
  copies,
  keyOf,
  now,
  state,
  base,
  read,
  peek,
  isOnServer,
  set,
}: LocalSteps) {
  const key = (): string => keyOf(state().stored?.id ?? null);

  function store(values: ArticleValues, at: number): Promise<void> {
    const { stored } = state();
    return copies.save(key(), {
      values,
      base: stored === null ? null : base(),
      etag: stored?.etag ?? null,
      at,
    });
  }

  /** Stores what is typed without a pause. The page does not say so: it would be drawn again between two keys. */
  function storeMeanwhile(): void {
    const values = peek();
    if (!isOnServer(values)) store(values, now()).catch(() => undefined);
  }

  async function save(): Promise<void> {
    timers.clear();
    const values = read();
    if (isOnServer(values)) {
      await copies.remove(key());
      set(state().save === 'changed' ? { save: 'saved' } : {});
      return;
    }
    const at = now();
    try {
      await store(values, at);
      set(state().save === 'changed' ? { save: 'local', savedAt: at } : {});
    } catch {
      set({ problem: 'This browser stores nothing: save often' });
    }
  }

  const timers = createLocalTimers(() => void save(), storeMeanwhile);
  return {
    save,
    touch: timers.touch,
    isPending: timers.isPending,
    /** Removes the copy: the server has what it has. */
    remove: (): Promise<void> => copies.remove(key()),
  };
}
