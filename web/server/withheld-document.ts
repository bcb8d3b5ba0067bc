import { type Takedown, takedownOf } from '@vidhi/contracts/takedown.ts';
import { escapeHtml } from '#shared/head/head.ts';
import { formatDay } from '#shared/text/dates.ts';
import type { BuiltApp } from './built-app.ts';
import { scriptlessDocument } from './scriptless-document.ts';
import type { SiteLook } from './site-look.ts';

const WITHHELD = 451;

/** Returns the order of a court that a failed request of the API names; null for any other failure. */
export function orderOf(error: unknown): Takedown | null {
  if (typeof error !== 'object' || error === null) return null;
  const { status, details } = error as { status?: unknown; details?: unknown };
  return status === WITHHELD ? takedownOf({ takedown: details }) : null;
}

/** Name and look of a site. */
export interface DocumentSite {
  name: string;
  look: Pick<SiteLook, 'icons' | 'style'>;
}

/** Writes a document that says a few words, with a link to the front page. Title and paragraphs are HTML. */
export const messageDocument = (
  app: Pick<BuiltApp, 'entries' | 'fonts'>,
  { name, look }: DocumentSite,
  { title, paragraphs }: { title: string; paragraphs: readonly string[] },
): string =>
  scriptlessDocument(app, {
    title: `${title} | ${name}`,
    look,
    body: [
      '<main class="page missing">',
      `<p><a href="/">${escapeHtml(name)}</a></p>`,
      `<h1>${title}</h1>`,
      ...paragraphs.map((words) => `<p>${words}</p>`),
      '<p><a href="/">Go to the front page</a></p>',
      '</main>',
    ].join('\n'),
  });

/**
 * Writes the document of a withheld article, which names the order and nothing of the article. It has no script, so that no
 * page replaces it.
 */
export const withheldDocument = (
  app: Pick<BuiltApp, 'entries' | 'fonts'>,
  site: DocumentSite,
  { order_number: number, court, ordered_on: day }: Takedown,
): string =>
  messageDocument(app, site, {
    title: 'Not available for legal reasons',
    paragraphs: [
      'This article was removed by the order of a court.',
      `Order ${escapeHtml(number)}<br>${escapeHtml(court)}<br>Dated ${formatDay(day)}`,
    ],
  });
