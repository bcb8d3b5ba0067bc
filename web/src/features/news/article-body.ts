const TAG = /<(\/?)(p|blockquote|table|ul|ol|li|div|section|figure|aside|details|td|th)\b[^>]*>/gi;

/** Ends of the paragraphs that stand on their own, so that a cut there breaks no other element. */
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

const WRAPPER = /^\s*<(div|section)\b[^>]*>([\s\S]*)<\/\1>\s*$/i;

/** The body without an element that is around all of it: what is inside can then be cut. */
function unwrapped(html: string): string {
  const [, , inside] = WRAPPER.exec(html) ?? [];
  if (inside === undefined) return html;
  let depth = 0;
  for (const [, slash] of inside.matchAll(TAG)) {
    depth += slash === '/' ? -1 : 1;
    // It ends before the body does: there are several, side by side.
    if (depth < 0) return html;
  }
  return depth === 0 ? unwrapped(inside) : html;
}

/** The body cut after the given paragraph, when there are more of them; else whole. */
export function splitAfterParagraph(html: string, paragraph: number): [string] | [string, string] {
  const body = unwrapped(html);
  const ends = topParagraphEnds(body);
  const cut = ends[paragraph - 1];
  return cut === undefined || ends.length <= paragraph ? [html] : [body.slice(0, cut), body.slice(cut)];
}
