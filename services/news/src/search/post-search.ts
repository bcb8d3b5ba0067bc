import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostMatch } from '@vidhi/contracts/post-search.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { SearchIndex, SearchResult } from '@vidhi/content-service/search.ts';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { newsAuthorCollection } from '@vidhi/collections/news/news-author.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { postDocuments } from './post-documents.ts';

export interface FoundPosts extends SearchResult {
  matches: PostMatch[];
  /** False when posts were still missing from the index: at a start, or after an import. */
  isComplete: boolean;
}

/** Searches the texts of the published posts of a model. */
export interface PostSearch {
  /** Waits for the index after a start for at most `fillWaitMs`, and then finds what is indexed. */
  search(text: string, page: { offset: number; limit: number }): Promise<FoundPosts>;
  /** Ids of posts with the words in their titles. */
  suggest(text: string, limit: number): Promise<number[]>;
  /** Indexes what the model has and follows its changes. Resolves when everything is indexed. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Documents of one message to the index: their texts are read between two turns of the event loop. */
const BATCH = 20;
/** A search waits for so many changes to be indexed, and not for more. */
const MAX_AWAITED = 200;
const MAX_RUNNING = 4;
const MAX_QUEUED = 64;
/** A process that starts again with its file is done in less; the pages wait for 3 s. */
const FILL_WAIT_MS = 1_500;

const NAMED: Readonly<Record<string, string>> = {
  [categoryCollection.name]: 'categories',
  [tagCollection.name]: 'tags',
  user: 'user',
  [newsAuthorCollection.name]: 'guest_author',
};

export interface PostSearchOptions {
  model: ReadModel;
  index: SearchIndex;
  fillWaitMs?: number;
  onError?: (error: unknown) => void;
}

export function createPostSearch({
  model,
  index,
  fillWaitMs = FILL_WAIT_MS,
  onError = () => undefined,
}: PostSearchOptions): PostSearch {
  const documents = postDocuments(model);
  const posts = model.store(postCollection.name);
  const limiter = createConcurrencyLimiter(MAX_RUNNING, MAX_QUEUED);
  /** Posts that the index may have in another form. */
  const changed = new Set<number>();
  let hasAll = false;
  /** Resolves when everything is indexed, or that takes too long. */
  let filled = Promise.resolve();
  let isClosed = false;
  let following: Promise<void> | null = null;

  /** Sends a batch of changes; the index executes it before any later call. */
  function sendChanges(): Promise<unknown> {
    const ids = [...changed].slice(0, BATCH);
    for (const id of ids) changed.delete(id);
    const present = ids.flatMap((id) => documents.find(id) ?? []);
    const published = new Set(present.map(({ id }) => id));
    return Promise.all([
      index.remove(ids.filter((id) => !published.has(id))),
      index.put(present.map((document) => documents.read(document))),
    ]);
  }
  async function follow(): Promise<void> {
    while (changed.size > 0 && !isClosed) {
      await sendChanges();
      await nextTurn();
    }
  }
  function followChanges(): void {
    following ??= follow()
      .catch(onError)
      .finally(() => {
        following = null;
      });
  }
  /** Adds the posts that show the name of a category, a tag or an author. */
  function noteName(name: string, id: number): void {
    const relation = posts.schema.relationsByName.get(NAMED[name] ?? '');
    if (relation === undefined) return;
    for (const post of posts.sourcesOf(relation, id)) changed.add(post);
    if (name !== categoryCollection.name) return;
    const categories = model.store(name);
    const parent = categories.schema.relationsByName.get('parent_category');
    if (parent === undefined) return;
    for (const child of categories.sourcesOf(parent, id))
      for (const post of posts.sourcesOf(relation, child)) changed.add(post);
  }

  async function fill(): Promise<void> {
    hasAll = false;
    const { promise, resolve } = Promise.withResolvers<void>();
    filled = promise;
    const timer = setTimeout(resolve, fillWaitMs);
    try {
      await indexAll();
    } finally {
      clearTimeout(timer);
      resolve();
    }
  }
  async function indexAll(): Promise<void> {
    changed.clear();
    const newestFirst = posts
      .order([])
      .documents.filter(({ isPublished }) => isPublished)
      .toSorted((one, other) => documents.time(other) - documents.time(one));
    const ids = newestFirst.map(({ id }) => id);
    await index.retain(ids);
    for (let at = 0; at < ids.length && !isClosed; at += BATCH) {
      const batch = ids.slice(at, at + BATCH).flatMap((id) => documents.find(id) ?? []);
      const outdated = new Set(
        await index.outdated(batch.map((document) => [document.id, documents.stamp(document)] as const)),
      );
      const missing = batch.filter(({ id }) => outdated.has(id));
      if (missing.length > 0) await index.put(missing.map((document) => documents.read(document)));
      await nextTurn();
    }
    hasAll = true;
    await follow();
  }
  index.onLost(() => void fill().catch(onError));

  /**
   * Sends the changes since the last search, unless they are so many that they are indexed in the background. Returns
   * whether the index has everything for the next call.
   */
  function catchUp(): boolean {
    model.publishDue();
    if (!hasAll) return false;
    if (changed.size > MAX_AWAITED) {
      followChanges();
      return false;
    }
    while (changed.size > 0) void sendChanges().catch(onError);
    return true;
  }

  return {
    async search(text, page) {
      await filled;
      return limiter.run(async () => {
        const isComplete = catchUp();
        const found = await index.search({ text, ...page });
        const shown = found.ids.flatMap((id) => documents.find(id) ?? []);
        const marked = await index.mark(
          text,
          shown.map((document) => documents.read(document)),
        );
        const ids = shown.map(({ id }) => id);
        const matches = marked.map((match, at) => ({ id: ids[at] ?? 0, ...match }));
        return { ...found, ids, matches, isComplete };
      });
    },
    suggest: async (text, limit) =>
      limiter.run(async () => {
        catchUp();
        const { ids } = await index.search({ text, offset: 0, limit, titlesOnly: true });
        return ids.filter((id) => documents.find(id) !== undefined);
      }),
    async start() {
      model.observe((name, id) => {
        if (name === postCollection.name) changed.add(id);
        else if (name in NAMED) noteName(name, id);
      });
      await fill();
    },
    async close() {
      isClosed = true;
      await following;
      await index.close();
    },
  };
}
