import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '#shared/head/head.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import { formatMoment } from '#shared/text/dates.ts';
import type { PageOptions } from './page-routes.ts';
import { scriptlessDocument } from './scriptless-document.ts';
import { sharedLookOf, type SiteLook } from './site-look.ts';
import { messageDocument, orderOf, withheldDocument } from './withheld-document.ts';

type PreviewOptions = Pick<PageOptions, 'app' | 'api' | 'site' | 'headersOf'>;

const TOKEN = /^[\w-]{43}$/;
const NOT_FOUND = 404;
const RETRY_SECONDS = 5;

/** Sheet of the note above the page. It is in no other document. */
const NOTE_STYLE =
  '.preview-note{padding:.75rem 1rem;background:var(--ink);color:var(--paper);font-size:.9375rem;text-align:center}';
const NOTE_SOURCE = `'sha256-${createHash('sha256').update(NOTE_STYLE).digest('base64')}'`;

const withNote = (look: SiteLook): SiteLook => ({
  ...look,
  styleSource: `${look.styleSource} ${NOTE_SOURCE}`.trim(),
});

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { status?: unknown }).status === NOT_FOUND;

/**
 * `GET /preview/{token}`: the page of an article with the changes that are not published, for the holders of a link. Nothing stores
 * it, no search engine lists it, links from it do not tell its address, and it has no script, so that no view is counted.
 */
export async function previewRoutes(server: FastifyInstance, options: PreviewOptions): Promise<void> {
  const { app, api, site, headersOf } = options;
  const { renderer } = app;

  const send = (reply: FastifyReply, status: number, look: SiteLook, html: string): FastifyReply =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        ...headersOf({ kind: 'reading', allowsPayment: false, isShareable: false, look }),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      })
      .send(html);

  server.get<{ Params: { token: string } }>('/preview/:token', async ({ params: { token }, log }, reply) => {
    // Name and colours of a document are those of one response.
    let siteOptions: unknown = null;
    const fetchJson = async (path: string): Promise<unknown> => {
      const { body } = await api.get(path);
      if (path === optionsRead.path()) siteOptions = body;
      return body;
    };
    try {
      if (!TOKEN.test(token)) throw Object.assign(new Error('no token'), { status: NOT_FOUND });
      const { page, title, endsAt } = await renderer.loadPreview(token, site, fetchJson);
      const { markup, preloads } = renderer.renderPage(page, site);
      const look = withNote(sharedLookOf(siteOptions));
      const note = `<b>Preview: not published.</b> Please do not pass it on. This link works until ${formatMoment(endsAt)}, India time.`;
      const html = scriptlessDocument(app, {
        title: `Preview: ${title} | ${page.siteName}`,
        look,
        styles: [...(app.pages.get(page.source)?.styles ?? []).map(({ css }) => css), NOTE_STYLE],
        head: preloads,
        body: `<aside class="preview-note" aria-label="About this preview">${note}</aside>\n<div id="root">${markup}</div>`,
      });
      return send(reply, 200, look, html);
    } catch (error) {
      // The page of a missing article has what all pages have.
      const { siteName: name } = await renderer.loadRequest(
        new URL('/preview', site.publicUrl),
        site,
        fetchJson,
      );
      const look = sharedLookOf(siteOptions);
      const order = orderOf(error);
      if (order !== null) return send(reply, 451, look, withheldDocument(app, { name, look }, order));
      if (isMissing(error)) {
        const text = {
          title: 'This preview link does not work',
          paragraphs: [
            `It may have ended, or its address is not complete. Please get a new link from ${escapeHtml(name)}.`,
          ],
        };
        return send(reply, NOT_FOUND, look, messageDocument(app, { name, look }, text));
      }
      log.error({ err: error }, 'a preview could not be rendered');
      const text = {
        title: 'This preview cannot be shown just now',
        paragraphs: ['Please try again in a moment.'],
      };
      reply.header('retry-after', RETRY_SECONDS);
      return send(reply, 503, look, messageDocument(app, { name, look }, text));
    }
  });
}
