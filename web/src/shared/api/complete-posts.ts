import type { Attributes } from '@vidhi/collections/all.ts';
import { type Correction, correctionsHtml, correctionsOf } from '@vidhi/contracts/corrections.ts';
import { type Judgment, judgmentHtml, judgmentOf } from '@vidhi/contracts/judgments.ts';
import { languageOfPost } from '@vidhi/contracts/text-language.ts';
import type { FrameTexts } from '../text/frame-texts.ts';
import { hindiFrame } from '../text/hindi-frame.ts';

/** Beginning of the paths that respond with posts. */
const PATH_OF_POSTS = '/posts';

interface Post {
  attributes: Attributes<'post'> & {
    readCorrections?: readonly Correction[];
    readJudgment?: Judgment;
    frame?: FrameTexts;
  };
}

/** Adds a note to the end of a text, once: pages share responses. */
function addNote(attributes: Post['attributes'], note: string): void {
  const content = attributes.content ?? '';
  if (!content.includes(note)) attributes.content = content + note;
}

/** Offers the document of its judgment. */
function addJudgment({ attributes }: Post, language: string): void {
  const judgment = judgmentOf(attributes, attributes.judgment_document?.data?.attributes);
  if (judgment === null) return;
  attributes.readJudgment = judgment;
  addNote(attributes, judgmentHtml(judgment, { language }));
}

/** Says what was wrong. */
function addCorrections({ attributes }: Post, language: string): void {
  const corrections = correctionsOf(attributes);
  if (corrections.length === 0) return;
  attributes.readCorrections = corrections;
  addNote(attributes, correctionsHtml(corrections, { language, list: '/corrections' }));
}

/**
 * Completes each post of a response: sets its language, from the field or else from its letters; translates the texts
 * around the article into that language; and appends judgment and corrections to its text. The rules are too long for
 * the scripts that every page needs at once.
 */
export function completePosts(path: string, body: unknown): void {
  if (!path.startsWith(PATH_OF_POSTS)) return;
  const { data } = body as { data?: Post | Post[] | null };
  for (const post of [data ?? []].flat()) {
    const { title, content, language } = post.attributes;
    if (typeof title !== 'string') continue;
    post.attributes.language = languageOfPost({ language, title, content: content ?? '' }) ?? 'en';
    addJudgment(post, post.attributes.language);
    addCorrections(post, post.attributes.language);
    if (post.attributes.language !== 'hi') continue;
    const published = post.attributes.publish_date ?? post.attributes.publishedAt ?? '';
    post.attributes.frame = hindiFrame(published, post.attributes.updatedAt ?? published);
  }
}
