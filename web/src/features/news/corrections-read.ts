import type { CorrectionList } from '@vidhi/contracts/correction-list.ts';
import type { QueryDefinition } from '#shared/api/read.ts';
import { paths } from '#shared/routing/paths.ts';

/** A correction in the list of all. */
export interface ListedCorrection {
  /** Unique among the corrections of all articles. */
  key: string;
  text: string;
  correctedAt: string;
  title: string;
  path: string;
}

export interface CorrectionPage {
  corrections: ListedCorrection[];
  page: number;
  pageCount: number;
}

/** One page of the corrections of all articles, the newest first. */
export const correctionsRead: QueryDefinition<number, CorrectionPage, CorrectionList> = {
  name: 'corrections',
  path: (page) => `/corrections?pagination[page]=${page}`,
  transform: ({ data, meta }, page) => ({
    corrections: data.map(({ id, text, corrected_at: correctedAt, post }) => ({
      key: `${post.id}-${id}`,
      text,
      correctedAt,
      title: post.title,
      path: paths.article(post.slug, post.category),
    })),
    page,
    pageCount: Math.max(1, meta.pagination.pageCount),
  }),
};
