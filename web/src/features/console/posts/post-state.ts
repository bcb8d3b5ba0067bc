/** States of an article, as lists and filters name them. */
export const POST_STATES = ['draft', 'scheduled', 'published'] as const;
export type PostState = (typeof POST_STATES)[number];

export const STATE_LABELS: Readonly<Record<PostState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
};

/** Returns the state that follows from the time of publication. */
export function postStateOf(publishedAt: string | null | undefined, now: Date): PostState {
  if (publishedAt === null || publishedAt === undefined) return 'draft';
  return Date.parse(publishedAt) > now.getTime() ? 'scheduled' : 'published';
}

/** Returns the conditions of the content API for the articles of a state. */
export function conditionOfState(state: PostState, now: Date): readonly [path: string, value: string] {
  if (state === 'draft') return ['[publishedAt][$null]', 'true'];
  return [state === 'scheduled' ? '[publishedAt][$gt]' : '[publishedAt][$lte]', now.toISOString()];
}

export const isPostState = (value: string): value is PostState =>
  POST_STATES.some((state) => state === value);
