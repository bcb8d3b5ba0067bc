import { formatMoment } from '#shared/text/dates.ts';

export type ArticleState = 'draft' | 'scheduled' | 'published';

/** Returns the state that follows from the time of publication, by the clock of the server. */
export function stateOfArticle(publishedAt: string | null, now: number): ArticleState {
  if (publishedAt === null) return 'draft';
  return Date.parse(publishedAt) > now ? 'scheduled' : 'published';
}

export const STATE_NAMES: Readonly<Record<ArticleState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

/** A sentence that says what publishing does. */
export function publicationSentence(input: {
  state: ArticleState;
  /** The time that somebody has chosen; null for now. */
  at: string | null;
  path: string;
  feeds: number;
}): string {
  const { state, at, path, feeds } = input;
  const where = `at ${path}, and ${feeds === 1 ? 'in one feed' : `in ${feeds} feeds`}`;
  if (at !== null) return `Goes live on ${formatMoment(at)} India time ${where}.`;
  return state === 'published' ? `Readers see these changes at once ${where}.` : `Goes live now ${where}.`;
}
