import type { FoundSubject, OtherSearch, PostMatch, PostSearchMeta } from '@vidhi/contracts/post-search.ts';
import { baseApi, queryFor } from '#shared/api/base-api.ts';
import type { QueryDefinition, WireList } from '#shared/api/read.ts';
import { paths } from '#shared/routing/paths.ts';
import type { CardPage } from './news-reads.ts';
import { PAGE_SIZE, searchQuery, type SearchArg } from './post-query.ts';
import { toCards, type WirePost } from './post.ts';

/** The parts of an article that match. */
export type Match = Omit<PostMatch, 'id'>;

export interface SearchPage extends CardPage {
  matches: Record<number, Match>;
  correction: OtherSearch | null;
  shorter: OtherSearch[];
  subjects: { label: string; name: string; path: string }[];
  isComplete: boolean;
}

type SearchBody = WireList<WirePost> & { meta?: { search?: PostSearchMeta } };

const SUBJECT_LABELS = { category: 'Category', tag: 'Tag', author: 'Author' } as const;

function subjectPath({ kind, id, slug }: FoundSubject): string {
  if (kind === 'author') return paths.author(slug ?? id);
  return kind === 'category' ? paths.category(slug ?? '') : paths.tag(slug ?? '');
}

/** One page of search results, best matches first. */
export const searchRead: QueryDefinition<SearchArg, SearchPage, SearchBody> = {
  name: 'search',
  path: (arg) => `/posts/search?${searchQuery(arg)}`,
  transform: (body, { page }) => {
    const { pagination, search } = body.meta ?? {};
    const total = pagination?.total ?? body.data.length;
    return {
      cards: toCards(body),
      page,
      pageCount: Math.max(1, Math.ceil(total / PAGE_SIZE)),
      total,
      matches: Object.fromEntries((search?.matches ?? []).map(({ id, ...match }) => [id, match])),
      correction: search?.correction ?? null,
      shorter: search?.shorter ?? [],
      subjects: (search?.subjects ?? []).map((subject) => ({
        label: SUBJECT_LABELS[subject.kind],
        name: subject.name,
        path: subjectPath(subject),
      })),
      isComplete: search?.isComplete ?? true,
    };
  },
};

export const { useSearchQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ search: build.query(queryFor(searchRead)) }),
});
