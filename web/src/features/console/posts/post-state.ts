/** States of an article, as lists and filters name them. */
export type PostState = 'draft' | 'scheduled' | 'published';

/** Returns the conditions of the content API for the articles of a state. */
export function conditionOfState(state: PostState, now: Date): readonly [path: string, value: string] {
  if (state === 'draft') return ['[publishedAt][$null]', 'true'];
  return [state === 'scheduled' ? '[publishedAt][$gt]' : '[publishedAt][$lte]', now.toISOString()];
}
