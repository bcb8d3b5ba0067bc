import { escapeHtml } from '#shared/head/head.ts';
import type { BuiltApp } from './built-app.ts';
import type { SiteLook } from './site-look.ts';

export interface ScriptlessDocument {
  title: string;
  look: Pick<SiteLook, 'icons' | 'style'>;
  /** Sheets beside that of all reading pages. */
  styles?: readonly string[];
  /** Further elements of the head. */
  head?: string;
  body: string;
}

/**
 * Writes a document that no search engine lists and no script changes, with the styles and colours of the site. `head` and `body`
 * are HTML.
 */
export function scriptlessDocument(
  { entries, fonts }: Pick<BuiltApp, 'entries' | 'fonts'>,
  { title, look, styles = [], head = '', body }: ScriptlessDocument,
): string {
  const sheets = [...entries.reading.styles.map(({ css }) => css), ...styles, look.style];
  const preloads = fonts.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en-IN">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    ...sheets.flatMap((css) => (css === '' ? [] : [`<style>${css}</style>`])),
    ...preloads,
    look.icons,
    head,
    '</head>',
    '<body>',
    body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
