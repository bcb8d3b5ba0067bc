import { plainText } from './article.ts';

const TAG = /<(\/?)(p|blockquote|table|ul|ol|li|div|section|figure|aside|details|td|th)\b[^>]*>/gi;

/** Ends of the top-level paragraphs, where the HTML can be split without breaking an element. */
function topParagraphEnds(html: string): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (const match of html.matchAll(TAG)) {
    const [text, slash, name] = match;
    const isParagraph = name?.toLowerCase() === 'p';
    if (isParagraph && slash === '/' && depth === 0) ends.push(match.index + text.length);
    if (!isParagraph) depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
  }
  return ends;
}

const WRAPPER = /^\s*<(div|section)\b([^>]*)>([\s\S]*)<\/\1>\s*$/i;
const HAS_LANGUAGE = /\s(?:lang|dir)\s*=/i;

/**
 * Removes elements that wrap the whole HTML, so that its paragraphs are top-level. Wrappers with `lang` or `dir` are
 * returned apart, as `start` and `end`.
 */
function unwrapped(html: string, start = '', end = ''): { start: string; body: string; end: string } {
  const whole = { start, body: html, end };
  const [, name = '', attributes = '', inside] = WRAPPER.exec(html) ?? [];
  if (inside === undefined) return whole;
  let depth = 0;
  for (const [, slash] of inside.matchAll(TAG)) {
    depth += slash === '/' ? -1 : 1;
    // The element ends before the HTML does, so it does not wrap all of it.
    if (depth < 0) return whole;
  }
  if (depth !== 0) return whole;
  return HAS_LANGUAGE.test(attributes)
    ? unwrapped(inside, `${start}<${name}${attributes}>`, `</${name}>${end}`)
    : unwrapped(inside, start, end);
}

/** Splits HTML after the given paragraph; one part when there are no more paragraphs. */
export function splitAfterParagraph(html: string, paragraph: number): [string] | [string, string] {
  const { start, body, end } = unwrapped(html);
  const ends = topParagraphEnds(body);
  const cut = ends[paragraph - 1];
  if (cut === undefined || ends.length <= paragraph) return [html];
  return [start + body.slice(0, cut) + end, start + body.slice(cut) + end];
}

const FIRST_PARAGRAPH = /^\s*<p\b[^>]*>([\s\S]*?)<\/p>\s*</i;
const MAX_STANDFIRST_LENGTH = 280;

/**
 * Splits a short first paragraph, which is shown as the standfirst under the headline, from the text that continues after
 * it. Posts have no field for one. The standfirst is empty where the text begins otherwise, or consists of that paragraph
 * alone.
 */
export function splitStandfirst(html: string): [standfirst: string, text: string] {
  const [start = '', inner = ''] = FIRST_PARAGRAPH.exec(html) ?? [];
  const words = plainText(inner);
  return words !== '' && words.length <= MAX_STANDFIRST_LENGTH
    ? [start.slice(0, -1), html.slice(start.length - 1)]
    : ['', html];
}
