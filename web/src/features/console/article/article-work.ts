import type { PresentPerson, PresentState } from '@vidhi/contracts/presence.ts';
import type { StaffResponse } from '../session/staff-request.ts';
import type { MoveName } from './article-state.ts';
import { COPY_MS, MAX_COPY_DELAY_MS, RETRY_MS } from './copy-timers.ts';
import { createLocalSaves } from './local-saves.ts';
import { createMergeWithServer, keepLoser } from './merge-with-server.ts';
import { moveArticle, type MoveSteps } from './move-article.ts';
import { movedByOthers, noteServer, restoreDeleted } from './server-state.ts';
import { noteWriter, takeOver, type TakeOverSteps } from './take-over.ts';
import { isNotFound, type WorkingCopy } from './article-client.ts';
import {
  ARTICLE_ATTRIBUTES,
  changedAttributes,
  EMPTY_ARTICLE,
  toWire,
  type ArticleValues,
  type StoredArticle,
} from './article-values.ts';
import {
  byOf,
  CONFLICT,
  createWorkListeners,
  fieldErrorsOf,
  fromCopy,
  idOf,
  messageOf,
  NOTHING_YET,
  revisionOf,
  withChanges,
  type WorkOptions,
  type WorkState,
} from './work-state.ts';

/** Creates the work on one article: what somebody types, its copies, and its saves. */
export function createArticleWork(options: WorkOptions) {
  const { client, copies, keyOf, merge, now } = options;
  let state: WorkState = NOTHING_YET;
  /** The values that the changes are a change of: those of the server, with the text as the editor wrote it. */
  let base: ArticleValues = EMPTY_ARTICLE;
  /** Values of the newest copy on the server: the article or its working copy. */
  let onServer: ArticleValues = EMPTY_ARTICLE;
  let contentChanged = false;
  /** Sequence of the working copy; null where the service has none. */
  let copySeq: number | null = null;
  let ownCopy: number | null = null;
  /** Attributes in that copy: a save has all of them, also those that are as they were again. */
  let copied: readonly (keyof ArticleValues)[] = [];
  let copyNumber = 0;
  /** When this tab wrote the working copy last; what the server said before is outdated. */
  let wroteAt = 0;
  let copyTimer: ReturnType<typeof setTimeout> | undefined;
  let copyDue: number | null = null;
  /** Saves run one after the other. */
  let queue: Promise<unknown> = Promise.resolve();
  let isEnded = false;
  const { subscribe, notify } = createWorkListeners();

  const set = (next: Partial<WorkState>): void => notify((state = withChanges(state, next)));
  /** Brings the values up to the text of the editor. */
  const read = (): ArticleValues => {
    if (contentChanged) {
      contentChanged = false;
      const content = options.readContent();
      if (content !== state.values.content) state = { ...state, values: { ...state.values, content } };
    }
    const changed = changedAttributes(state.values, base);
    if (changed.join() !== state.changed.join()) state = { ...state, changed };
    return state.values;
  };
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const run = queue.then(task);
    queue = run.catch(() => undefined);
    return run;
  };

  const isOnServer = (values: ArticleValues): boolean => changedAttributes(values, onServer).length === 0;
  const localSaves = createLocalSaves({
    ...options,
    state: () => state,
    base: () => base,
    read,
    peek: () => (contentChanged ? { ...state.values, content: options.readContent() } : state.values),
    isOnServer,
    set,
  });

  function touch(): void {
    set({ save: state.save === 'saving' ? 'saving' : 'changed', restoredFrom: null });
    localSaves.touch();
    scheduleCopy(COPY_MS);
  }

  function scheduleCopy(after: number): void {
    copyDue ??= now() + MAX_COPY_DELAY_MS;
    clearTimeout(copyTimer);
    copyTimer = setTimeout(() => void enqueue(saveCopy), Math.max(0, Math.min(after, copyDue - now())));
  }

  /** Stores the working copy, or a new article once it has a title. */
  async function saveCopy(): Promise<void> {
    clearTimeout(copyTimer);
    copyDue = null;
    if (isEnded || state.conflict !== null || state.writer !== null || state.isGone) return;
    const values = read();
    if (isOnServer(values)) return;
    if (state.stored === null) {
      if (values.title.trim() !== '' && values.slug !== '') await create(values);
      return;
    }
    if (copySeq === null) return;
    set({ save: 'saving' });
    copyNumber += 1;
    const sent = state.changed;
    const data = {
      values: toWire(values, sent),
      base_rev: revisionOf(state.stored.etag),
      tab: options.tab,
      n: copyNumber,
    };
    const response = await client.saveCopy(state.stored.id, data, copySeq);
    if (response.isOk) {
      return copySaved(Number((response.body as { data: { seq: number } }).data.seq), sent, values);
    }
    if (response.status === CONFLICT) {
      const { seq, since, at } = response.details;
      copySeq = Number(seq ?? copySeq);
      set({
        save: 'local',
        writer: { id: idOf(response.details), name: byOf(response.details), at: String(since ?? at ?? '') },
      });
      return;
    }
    fail(response);
    if (response.status === 0 || response.status >= 500) scheduleCopy(RETRY_MS);
  }

  /** Notes that the working copy on the server is that of this tab. */
  function copySaved(seq: number, names: readonly (keyof ArticleValues)[], values: ArticleValues): void {
    copySeq = seq;
    ownCopy = seq;
    wroteAt = now();
    copied = names;
    finish(values, { problem: null, writer: null });
  }

  /** Ends a save of values, after which somebody may have typed on. */
  function finish(values: ArticleValues, next: Partial<WorkState>): void {
    onServer = values;
    const current = read();
    const isSame = changedAttributes(current, values).length === 0;
    set({ ...next, save: isSame ? 'saved' : 'changed', savedAt: now() });
    if (isSame) void localSaves.remove();
    else scheduleCopy(COPY_MS);
  }

  function fail(response: StaffResponse): void {
    set({ save: 'failed', problem: messageOf(response), fieldErrors: fieldErrorsOf(response) });
    if (isNotFound(response)) void enqueue(() => noteServer(takeOverSteps, 'gone'));
  }

  async function create(values: ArticleValues): Promise<boolean> {
    set({ save: 'saving' });
    const names = changedAttributes(values, EMPTY_ARTICLE);
    const result = await client.create({ ...toWire(values, names), publishedAt: null });
    if (result.failure !== undefined) {
      fail(result.failure);
      return false;
    }
    await copies.remove(keyOf(null));
    await adopt(result.value, values);
    options.onCreated(result.value.id);
    return true;
  }

  /** Takes the answer of a save as the new base; `sent` is what the editor had. */
  async function adopt(article: StoredArticle, sent: ArticleValues): Promise<void> {
    base = { ...article.values, content: sent.content };
    // Attributes that the server has chosen, such as the date, unless they were changed meanwhile.
    const current = read();
    const others = changedAttributes(current, sent);
    const values = { ...base, ...Object.fromEntries(others.map((name) => [name, current[name]])) };
    state = { ...state, values };
    ownCopy = null;
    copied = [];
    wroteAt = now();
    const copy = article.etag === null ? null : await client.loadCopy(article.id);
    copySeq = copy?.seq ?? null;
    await copies.remove(keyOf(article.id));
    finish(base, { stored: article, problem: null, fieldErrors: {}, restoredFrom: null, moved: null });
    if (others.length > 0) touch();
    else set({ changed: [] });
  }

  const isLive = (): boolean => state.stored?.publishedAt != null;

  /**
   * Stores the changes in the article itself. Resolves with whether they are stored: where others have published the article
   * meanwhile, or withdrawn it, they go to the working copy, as nobody has decided that readers see them.
   */
  async function store(): Promise<boolean> {
    const values = read();
    const { stored } = state;
    const wasLive = isLive();
    if (stored === null) return create(values);
    const names = [...new Set([...state.changed, ...copied])];
    if (names.length === 0) {
      set({ save: 'saved', problem: null });
      return true;
    }
    set({ save: 'saving' });
    const result = await client.save(stored.id, toWire(values, names), stored.etag, ownCopy);
    if (result.value !== undefined) {
      await adopt(result.value, values);
      return true;
    }
    if (result.failure.status !== CONFLICT) {
      fail(result.failure);
      return false;
    }
    if (result.failure.details['working_copy'] === true) {
      ownCopy = null;
      return store();
    }
    if (!(await mergeWithServer(stored.id, values, byOf(result.failure.details)))) return false;
    return isLive() === wasLive ? store() : (await saveCopy(), false);
  }

  function accept(article: StoredArticle, values: ArticleValues): void {
    if (values.content !== state.values.content) options.writeContent(values.content);
    base = article.values;
    onServer = base;
    state = { ...state, values };
    contentChanged = false;
    read();
    set({ stored: article, conflict: null, moved: movedByOthers(state.stored, article) ?? state.moved });
  }

  const mergeWithServer = createMergeWithServer({ ...options, base: () => base, accept, set, fail });
  const whileBusy = async (task: () => Promise<boolean>): Promise<boolean> => {
    set({ isBusy: true });
    try {
      return await enqueue(task);
    } finally {
      set({ isBusy: false });
    }
  };
  const common = { client, base: () => base, saveCopy, set, fail };
  const steps: MoveSteps = {
    ...common,
    read: () => (read(), state),
    store,
    saveCopy: async () => (await saveCopy(), state.changed.length === 0 ? null : ownCopy),
    hasCopies: () => copySeq !== null,
    adopt,
    merge: mergeWithServer,
  };

  const takeOverSteps: TakeOverSteps = {
    ...common,
    tab: options.tab,
    state: () => state,
    isUntouched: () => changedAttributes(read(), onServer).length === 0,
    show(values) {
      options.writeContent(values.content);
      contentChanged = false;
      state = { ...state, values };
    },
    noteNumber: (seq) => void (copySeq = seq ?? copySeq),
    nextSave: () => (copyNumber += 1),
    saved: copySaved,
  };

  return {
    tab: options.tab,
    getState: (): WorkState => state,
    subscribe,

    /** Begins with an article of the server, its working copy, and what this computer has of both. */
    open: async (
      article: StoredArticle | null,
      copy: WorkingCopy | null,
      seq: number | null,
    ): Promise<void> => {
      base = article?.values ?? { ...EMPTY_ARTICLE, user: options.author ?? null };
      copySeq = seq;
      ownCopy = copy === null ? null : copy.seq;
      copied = ARTICLE_ATTRIBUTES.filter((name) => Object.hasOwn(copy?.values ?? {}, name));
      let values: ArticleValues = fromCopy(base, copy);
      onServer = values;
      set({ stored: article, values, save: 'saved', savedAt: copy === null ? null : Date.parse(copy.at) });
      const [[, local] = []] = await copies.find(keyOf(article?.id ?? null));
      if (local !== undefined && changedAttributes(local.values, values).length > 0) {
        // A copy of an older version of this page may lack attributes.
        const [from, typed] = [local.base, local.values].map((one) => ({ ...EMPTY_ARTICLE, ...one }));
        const merged = await merge(from ?? EMPTY_ARTICLE, typed ?? values, values);
        values = merged.values;
        const isConflict = merged.conflicts.length > 0 || merged.text !== null;
        set({ values, restoredFrom: local.at, save: 'local' });
        if (isConflict && article !== null)
          set({ conflict: { ...merged, theirArticle: article, by: copy?.by?.name ?? '' } });
        scheduleCopy(COPY_MS);
      }
      options.writeContent(values.content);
      read();
      set({});
    },

    change: (values: Partial<ArticleValues>): void => {
      state = { ...state, values: { ...state.values, ...values } };
      const names = Object.keys(values);
      const fieldErrors = Object.fromEntries(
        Object.entries(state.fieldErrors).filter(([name]) => !names.includes(name)),
      );
      set({ fieldErrors });
      touch();
    },
    /** Tells that the text of the editor has changed; it is read later. */
    touchContent: (): void => {
      contentChanged = true;
      touch();
    },
    /** The values with the text as it is now. */
    readValues: read,

    /** Ctrl-S: stores a draft, and of a published article its working copy. */
    save: async (): Promise<boolean> => {
      await localSaves.save();
      if (state.isGone) return false;
      if (state.stored?.publishedAt != null && copySeq !== null) {
        await enqueue(saveCopy);
        return state.save !== 'failed';
      }
      if (state.stored?.publishedAt != null) return true;
      return enqueue(() => store());
    },
    /** Stores the changes in the article, published or not. */
    publishChanges: async (): Promise<boolean> => whileBusy(store),
    /** Moves the article to another state of the newsroom. Resolves with whether it is there. */
    move: async (name: MoveName, body: object = {}): Promise<boolean> =>
      whileBusy(() => moveArticle(steps, name, body)),
    /** Goes back to the stored article; what was typed stays in the history where the service has one, and here if it cannot. */
    discard: async (): Promise<void> => {
      const { stored } = state;
      if (stored === null) return;
      await enqueue(async () => {
        const typed = read();
        const saved =
          isOnServer(typed) || copySeq === null ? null : await keepLoser(client, stored, typed, base);
        if (saved?.isOk === false) return fail(saved);
        if (copySeq !== null && ownCopy !== null) await client.discardCopy(stored.id, ownCopy);
        const copy = copySeq === null ? null : await client.loadCopy(stored.id);
        copySeq = copy?.seq ?? null;
        ownCopy = null;
        copied = [];
        await copies.remove(keyOf(stored.id));
        base = stored.values;
        onServer = base;
        contentChanged = false;
        options.writeContent(base.content);
        set({ values: base, changed: [], save: 'saved', restoredFrom: null, writer: null, conflict: null });
      });
    },
    /** Ends a conflict with these values; the others are stored in the history. */
    resolve: async (values: ArticleValues): Promise<void> => {
      const { conflict } = state;
      if (conflict === null) return;
      const lost = state.values;
      accept(conflict.theirArticle, values);
      touch();
      await keepLoser(client, conflict.theirArticle, lost, values);
      await enqueue(saveCopy);
    },
    /** Goes on writing the working copy that another tab or person has written. */
    takeOver: async (): Promise<void> => enqueue(async () => takeOver(takeOverSteps)),
    /** Notes who writes in another tab as the server said it at a time; null where nobody does. */
    noteWriter: (writer: PresentPerson | null, saidAt: number): void => {
      if (saidAt >= wroteAt) noteWriter(takeOverSteps, writer, options.onOutdated);
    },
    /** Notes what the server said of the article at a time. */
    noteServer: (said: PresentState | 'gone', saidAt: number): void =>
      void enqueue(async () => {
        if (saidAt >= wroteAt) await noteServer(takeOverSteps, said);
      }),
    acknowledge: () => set({ moved: null }),
    /** Restores the deleted article. Resolves with why it failed; null when it is there. */
    restoreDeleted: async (): Promise<string | null> => enqueue(() => restoreDeleted(takeOverSteps)),
    /** Tries again to store what is not stored, after a login or when the network is back. */
    retry: (): void => void enqueue(saveCopy),
    /** Stores what is not stored: on this computer at once, and on the server. */
    end: (): void => {
      if (localSaves.isPending()) void localSaves.save();
      void enqueue(saveCopy).finally(() => (isEnded = true));
      clearTimeout(copyTimer);
    },
    flush: localSaves.save,
  };
}

export type ArticleWork = ReturnType<typeof createArticleWork>;
