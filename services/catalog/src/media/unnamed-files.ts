import type { ContentWrites } from '@vidhi/content-service/store/content-store.ts';
import type { FastifyBaseLogger } from 'fastify';
import { addressesOf } from './archived-picture.ts';
import { mediaCollection } from './media-collection.ts';
import type { PictureStore } from './picture-store.ts';

/** The longest time between two looks. */
const LOOK_EVERY_MS = 3_600_000;

interface UnnamedFilesDependencies {
  store: Pick<ContentWrites, 'each'>;
  pictures: Pick<PictureStore, 'list' | 'open' | 'remove'>;
  /** Far longer than the time between a file and the document that names it. */
  keptMs: number;
  /** Whether no other site keeps files there. */
  isAlone?: () => Promise<boolean>;
  now?: () => number;
}

/**
 * Removes files that no picture names and that are old: a process that was killed between placing files and writing
 * the document leaves such. What is named is read first, so a file placed meanwhile is young when it is looked at;
 * whoever places the same bytes again makes it young again. A database that knows no picture at all is not the one
 * that these files belong to, and nothing goes. Answers how many went.
 */
export function createRemoveUnnamed(dependencies: UnnamedFilesDependencies): () => Promise<number> {
  const { store, pictures, keptMs, isAlone = async () => true, now = Date.now } = dependencies;
  const isOld = (modifiedAt: Date): boolean => now() - modifiedAt.getTime() > keptMs;

  async function isStillOld(address: string): Promise<boolean> {
    const opened = await pictures.open(address);
    if (opened === null) return true;
    await opened.close();
    return isOld(opened.modifiedAt);
  }

  return async () => {
    if (!(await isAlone())) return 0;
    const named = new Set<string>();
    await store.each(mediaCollection, ({ doc }) => {
      for (const address of addressesOf(doc)) named.add(address);
    });
    if (named.size === 0) return 0;
    let removed = 0;
    for await (const { address, modifiedAt } of pictures.list()) {
      if (named.has(address) || !isOld(modifiedAt) || !(await isStillOld(address))) continue;
      await pictures.remove(address);
      removed += 1;
    }
    return removed;
  };
}

interface SweepOptions {
  removeUnnamed: () => Promise<number>;
  keptMs: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** Looks at the start and every hour, one look at a time; `close` waits for the one that goes on. */
export function sweepUnnamed({ removeUnnamed, keptMs, log }: SweepOptions): { close(): Promise<void> } {
  let looking: Promise<void> | null = null;
  const look = (): void => {
    looking ??= removeUnnamed()
      .then(
        (removed) => {
          if (removed > 0) log.info({ removed }, 'files that no picture names were removed');
        },
        (error: unknown) => log.warn({ err: error }, 'files that no picture names could not be removed'),
      )
      .finally(() => (looking = null));
  };
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, keptMs));
  timer.unref();
  look();
  return {
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
