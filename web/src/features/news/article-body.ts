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

/** The body cut after the given paragraph, when there are more of them; else whole. */
export function splitAfterParagraph(html: string, paragraph: number): [string] | [string, string] {
  const ends = topParagraphEnds(html);
  const cut = ends[paragraph - 1];
  return cut === undefined || ends.length <= paragraph ? [html] : [html.slice(0, cut), html.slice(cut)];
}

/** Tables of judgments are wider than a phone: each gets its own scroller that a keyboard can reach. */
export const withScrollingTables = (html: string): string =>
  html
    .replaceAll(
      /<table\b/gi,
      '<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table',
    )
    .replaceAll(/<\/table>/gi, '</table></div>');
