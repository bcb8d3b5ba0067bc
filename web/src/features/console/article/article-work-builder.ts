import { problemOf } from '#shared/api/problem.ts';
import type { StaffResponse } from '../session/staff-request.ts';
import type { ArticleClient, WorkingCopy } from './article-client.ts';
import { EMPTY_ARTICLE, type ArticleValues, type StoredArticle } from './article-values.ts';
import { createArticleWork } from './article-work.ts';
import type { LocalCopy } from './local-copy.ts';
import { mergeArticles } from './merge-articles.ts';

export const respond = (status: number, details: object = {}): StaffResponse => ({
  status,
  isOk: status < 400 && status > 0,
  body: null,
  etag: null,
  problem: problemOf(status, { error: { name: 'Error', message: `no ${status}`, details } }),
  details: details as Record<string, unknown>,
});

export const stored = (
  values: Partial<ArticleValues> = {},
  rest: Partial<StoredArticle> = {},
): StoredArticle => ({
  id: 41,
  values: { ...EMPTY_ARTICLE, title: 'GST', slug: 'gst', content: '<p>one</p>', ...values },
  publishedAt: null,
  stage: null,
  archivedAt: null,
  reviewer: null,
  updatedAt: null,
  takedown: null,
  corrections: [],
  authorName: null,
  picture: null,
  categories: [],
  tags: [],
  etag: '"e1"',
  ...rest,
});

/** A service with one article, and the work of one tab on it. */
export function aWork(
  article: StoredArticle | null = stored(),
  { hasCopies = true, local = new Map<string, LocalCopy>() } = {},
) {
  const server = {
    article,
    seq: 0,
    copies: [] as object[],
    /** The working copy of another tab. */
    copy: null as WorkingCopy | null,
    saves: [] as object[],
    losers: [] as object[],
    moves: [] as object[],
    /** Answer to every move. */
    rejection: null as StaffResponse | null,
    failure: null as StaffResponse | null,
    /** Whether somebody has deleted it. */
    isDeleted: false,
    /** Runs while a save is under way. */
    during: () => {},
  };
  const save = (data: Partial<ArticleValues> & { publishedAt?: string | null }, etag: string | null) => {
    if (server.failure !== null) return { failure: server.failure };
    if (server.isDeleted) return { failure: respond(404) };
    server.during();
    const current = server.article;
    if (current !== null && etag !== null && etag !== current.etag)
      return { failure: respond(412, { by: { id: 2, name: 'Meena' } }) };
    const { publishedAt = current?.publishedAt ?? null, ...values } = data;
    server.saves.push(data);
    const next = Number(/\d+/.exec(current?.etag ?? '0')?.[0] ?? 0) + 1;
    server.article = {
      ...stored(),
      ...current,
      publishedAt,
      values: { ...(current?.values ?? EMPTY_ARTICLE), ...values },
      etag: `"e${next}"`,
    };
    return { value: server.article };
  };
  const client = {
    load: async () => (server.isDeleted ? { failure: respond(404) } : { value: server.article ?? stored() }),
    restoreDeleted: async () => {
      if (server.failure !== null) return server.failure;
      server.isDeleted = false;
      return respond(200);
    },
    create: async (data: object) => save(data, null),
    save: async (_id: number, data: object, etag: string | null) => save(data, etag),
    move: async (_id: number, name: string, _body: object, etag: string | null, copy: number | null) => {
      server.moves.push({ name, copy });
      if (server.rejection !== null) return { failure: server.rejection };
      const { values = {} } = (copy === null ? {} : (server.copies.at(-1) ?? {})) as { values?: object };
      const publishedAt = name === 'publish' ? '2026-11-28T10:00:00Z' : null;
      return save({ ...values, publishedAt }, etag);
    },
    loadCopy: async () => (hasCopies ? { copy: server.copy, seq: server.seq } : null),
    saveCopy: async (_id: number, data: object, seq: number) => {
      if (server.failure !== null) return server.failure;
      if (server.isDeleted) return respond(404);
      if (seq !== server.seq)
        return respond(412, { seq: server.seq, by: { id: 2, name: 'Meena' }, at: 'now' });
      server.seq += 1;
      server.copies.push(data);
      return { ...respond(200), body: { data: { seq: server.seq } } };
    },
    discardCopy: async () => respond(200),
    keepLoser: async (_id: number, data: object) => {
      if (server.failure !== null) return server.failure;
      server.losers.push(data);
      return respond(200);
    },
  } as unknown as ArticleClient;
  const page = {
    content: article?.values.content ?? '',
    notices: [] as string[],
    created: [] as number[],
    outdated: [] as number[],
  };
  const work = createArticleWork({
    client,
    copies: {
      save: async (key, copy) => void local.set(key, copy),
      find: async (prefix) => [...local].filter(([key]) => key === prefix),
      remove: async (key) => void local.delete(key),
    },
    keyOf: (id) => `post:${id ?? 'new'}`,
    readContent: () => page.content,
    writeContent: (html) => void (page.content = html),
    onCreated: (id) => void page.created.push(id),
    onNotice: (text) => void page.notices.push(text),
    onOutdated: (id) => void page.outdated.push(id),
    merge: async (...versions) => mergeArticles(...versions),
    tab: 'tab',
    now: () => Date.now(),
  });
  const type = (html: string): void => {
    page.content = html;
    work.touchContent();
  };
  return { work, server, page, local, type, open: () => work.open(article, null, hasCopies ? 0 : null) };
}
