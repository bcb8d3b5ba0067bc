import { type Correction, correctionsHtml, correctionsOf } from '@vidhi/contracts/corrections.ts';
import { languageOfPost } from '@vidhi/contracts/text-language.ts';
import type { FrameTexts } from '../text/frame-texts.ts';
import { hindiFrame } from '../text/hindi-frame.ts';

/** Beginning of the paths that respond with posts. */
const PATH_OF_POSTS = '/posts';

interface Post {
  attributes: {
    title?: string | null;
    content?: string | null;
    language?: string | null;
    publish_date?: string | null;
    publishedAt?: string | null;
    updatedAt?: string | null;
    corrections?: unknown;
    readCorrections?: readonly Correction[];
    frame?: FrameTexts;
  };
}

/** Adds what was wrong to the end of a text, once: pages share responses. */
function addCorrections({ attributes }: Post, language: string): void {
  const { content } = attributes;
  const corrections = correctionsOf(attributes);
  if (corrections.length === 0) return;
  attributes.readCorrections = corrections;
  const notes = correctionsHtml(corrections, { language, list: '/corrections' });
  if (typeof content !== 'string' || content.endsWith(notes)) return;
  attributes.content = content + notes;
}

/**
 * Sets the language of each post of a response, by its field or else by its letters, and the texts around the article
 * in that language, and adds its corrections to its text. The rules are too long for the scripts that every page needs at once.
 */
export function completePosts(path: string, body: unknown): void {
  if (!path.startsWith(PATH_OF_POSTS)) return;
  const { data } = body as { data?: Post | Post[] | null };
  for (const post of [data ?? []].flat()) {
    const { title, content, language } = post.attributes;
    if (typeof title !== 'string') continue;
    post.attributes.language = languageOfPost({ language, title, content: content ?? '' }) ?? 'en';
    addCorrections(post, post.attributes.language);
    if (post.attributes.language !== 'hi') continue;
    const published = post.attributes.publish_date ?? post.attributes.publishedAt ?? '';
    post.attributes.frame = hindiFrame(published, post.attributes.updatedAt ?? published);
  }
}
