/** Tables are wider than a phone: each gets its own scroller that a keyboard can reach. */
export const withScrollingTables = (html: string): string =>
  html
    .replaceAll(
      /<table\b/gi,
      '<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table',
    )
    .replaceAll(/<\/table>/gi, '</table></div>');
