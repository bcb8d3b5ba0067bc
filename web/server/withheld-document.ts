import { type Takedown, takedownOf } from '@vidhi/contracts/takedown.ts';
import { escapeHtml } from '#shared/head/head.ts';
import { formatDay } from '#shared/text/dates.ts';
import type { BuiltApp } from './built-app.ts';
import type { SiteLook } from './site-look.ts';

const WITHHELD = 451;

/** Returns the order of a court that a failed request of the API names; null for any other failure. */
export function orderOf(error: unknown): Takedown | null {
  if (typeof error !== 'object' || error === null) return null;
  const { status, details } = error as { status?: unknown; details?: unknown };
  return status === WITHHELD ? takedownOf({ takedown: details }) : null;
}

/**
 * Writes the document of a withheld article, which names the order and nothing of the article. It has no script, so that no
 * page replaces it, and styles and colours of the site.
 */
export function withheldDocument(
  { entries, fonts }: Pick<BuiltApp, 'entries' | 'fonts'>,
  { name, look }: { name: string; look: Pick<SiteLook, 'icons' | 'style'> },
  { order_number: number, court, ordered_on: day }: Takedown,
): string {
  const title = 'Not available for legal reasons';
  const styles = entries.reading.styles.map(({ css }) => `<style>${css}</style>`);
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
    `<title>${title} | ${escapeHtml(name)}</title>`,
    ...styles,
    ...(look.style === '' ? [] : [`<style>${look.style}</style>`]),
    ...preloads,
    look.icons,
    '</head>',
    '<body>',
    '<main class="page missing">',
    `<p><a href="/">${escapeHtml(name)}</a></p>`,
    `<h1>${title}</h1>`,
    '<p>This article was removed by the order of a court.</p>',
    `<p>Order ${escapeHtml(number)}<br>${escapeHtml(court)}<br>Dated ${formatDay(day)}</p>`,
    '<p><a href="/">Go to the front page</a></p>',
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
