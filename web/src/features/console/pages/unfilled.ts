import { parseInert } from '../rich-text/trusted-html.ts';

/** Stands between the texts of two blocks. */
const BLOCK_END = '\u2029';
const BRACKETS = /\[([^[\]\u2029]{2,300})\]/g;

/**
 * Years and numbers of citations and footnotes, and what editors write into quotations: `[2019] 5 SCC 1`, `[3]`, `[sic]`,
 * `[emphasis added]`.
 */
const IN_QUOTATIONS =
  /^[\d\s.,–-]+$|^(?:sic|emphasis (?:added|supplied|ours)|translated|omitted|footnotes? omitted|…|\.{2,})$/i;

/** Returns what a text from a template still has in square brackets for its owner to fill in, each once. */
export function unfilledOf(html: string): readonly string[] {
  const body = parseInert(html);
  for (const element of body.querySelectorAll('br, p, li, td, th, h2, h3, h4, h5, h6, div, blockquote'))
    element.append(BLOCK_END);
  const found = [...(body.textContent ?? '').matchAll(BRACKETS)].map(([, text = '']) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
  return [...new Set(found.filter((text) => text.length > 1 && !IN_QUOTATIONS.test(text)))];
}
