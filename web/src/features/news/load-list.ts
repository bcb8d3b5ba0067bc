import type { QueryDefinition } from '#shared/api/read.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type Outcome,
  type Reader,
  type ReadResult,
} from '#shared/routing/route.ts';
import { listRead, type CardPage } from './news-reads.ts';
import type { ListArg } from './post-query.ts';
import type { RenamedRead } from './renamed-reads.ts';

/** Category or tag of a list page: its queries by slug and by former slug, and the path of its page. */
interface Subject<View, Wire> {
  read: QueryDefinition<string, View | null, Wire>;
  renamed: RenamedRead;
  path: (slug: string) => string;
}

/** Loads the subject of a list page and its list; 503 when one of them fails, never an empty list. */
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

/** Redirects a former slug of a category or tag. The redirect preserves the query string and with it the page number. */
export async function redirectRenamed(
  read: Reader,
  renamed: RenamedRead,
  slug: string,
  pathOf: (current: string) => string,
): Promise<Outcome> {
  const result = await read(renamed, slug);
  if (!result.ok) return FAILED;
  const current = result.value;
  return current === null || current === slug ? NOT_FOUND : { status: 301, location: pathOf(current) };
}

/** 404 for a page number beyond the last page; an empty list has a first page. */
export function outcomeOfList({ page }: ListArg, cards: ReadResult<CardPage>): Outcome {
  if (!cards.ok) return FAILED;
  const { total, pageCount } = cards.value;
  return page > 1 && total > 0 && page > pageCount ? NOT_FOUND : FOUND;
}
