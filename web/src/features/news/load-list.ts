import type { QueryDefinition } from '#shared/api/read.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type Outcome,
  type Reader,
  type ReadResult,
} from '#shared/routing/route.ts';
import { listRead, type categorySlugRead, type CardPage } from './news-reads.ts';
import type { ListArg } from './post-query.ts';

/** What a list page is about: how to read it by its slug, by a former slug, and where its page is. */
interface Subject<View, Wire> {
  read: QueryDefinition<string, View | null, Wire>;
  renamed: typeof categorySlugRead;
  path: (slug: string) => string;
}

/** Loads the subject of a list page and its list; a failed list is never taken for an empty one. */
export async function loadSubjectList<View, Wire>(
  read: Reader,
  subject: Subject<View, Wire>,
  slug: string,
  list: ListArg,
): Promise<Outcome> {
  const [found, cards] = await Promise.all([read(subject.read, slug), read(listRead, list)]);
  if (!found.ok) return FAILED;
  if (found.value === null) return redirectRenamed(read, subject.renamed, slug, subject.path);
  return outcomeOfList(list, cards);
}

/** Redirects a former slug of a category or tag, with the query and so with the page of the list. */
export async function redirectRenamed(
  read: Reader,
  renamed: typeof categorySlugRead,
  slug: string,
  pathOf: (current: string) => string,
): Promise<Outcome> {
  const answer = await read(renamed, slug);
  if (!answer.ok) return FAILED;
  const current = answer.value;
  return current === null || current === slug ? NOT_FOUND : { status: 301, location: pathOf(current) };
}

/** 404 for a page number beyond the last page; the first page of an empty list is found. */
export function outcomeOfList({ page }: ListArg, cards: ReadResult<CardPage>): Outcome {
  if (!cards.ok) return FAILED;
  const { total, pageCount } = cards.value;
  return page > 1 && total > 0 && page > pageCount ? NOT_FOUND : FOUND;
}
