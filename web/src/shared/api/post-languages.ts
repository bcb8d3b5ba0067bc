import { languageOfPost } from '@vidhi/contracts/text-language.ts';

interface Post {
  attributes: { title?: string | null; content?: string | null; language?: string | null };
}

/**
 * Sets the language of each post of a response: of its field, else of its letters. The rules are too long for the scripts that every
 * page needs at once.
 */
export function setPostLanguages(body: unknown): void {
  const { data } = body as { data?: Post | Post[] | null };
  for (const post of [data ?? []].flat()) {
    const { title, content, language } = post.attributes;
    if (typeof title !== 'string') continue;
    post.attributes.language = languageOfPost({ language, title, content: content ?? '' }) ?? 'en';
  }
}
