/** Wraps each table in a scroll container that is focusable, so that wide tables scroll by keyboard too. */
export const withScrollingTables = (html: string): string =>
  html
    .replaceAll(
      /<table\b/gi,
      '<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table',
    )
    .replaceAll(/<\/table>/gi, '</table></div>');
