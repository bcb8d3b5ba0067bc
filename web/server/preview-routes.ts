import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#shared/head/head.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import { formatMoment } from '#shared/text/dates.ts';
import type { BuiltApp } from './built-app.ts';
import type { PageOptions } from './page-routes.ts';
import { scriptlessDocument } from './scriptless-document.ts';
import { sharedLookOf, type SiteLook } from './site-look.ts';
import { messageDocument, orderOf, withheldDocument } from './withheld-document.ts';

type PreviewOptions = Pick<PageOptions, 'app' | 'api' | 'site' | 'headersOf'>;

const TOKEN = /^[\w-]{43}$/;
const AD_TOKEN = /^\d+-\d+-[\w-]{43}$/;
const NOT_FOUND = 404;
const RETRY_SECONDS = 5;

/** Sheet of the note above the page. It is in no other document. */
const NOTE_STYLE =
  '.preview-note{padding:.75rem 1rem;background:var(--ink);color:var(--paper);font-size:.9375rem;text-align:center}.preview-note a{color:inherit;text-decoration:underline}';
const NOTE_SOURCE = `'sha256-${createHash('sha256').update(NOTE_STYLE).digest('base64')}'`;

const withNote = (look: SiteLook): SiteLook => ({
  ...look,
  styleSource: `${look.styleSource} ${NOTE_SOURCE}`.trim(),
});

type FetchJson = (path: string) => Promise<unknown>;
type LoadedPage = AdPreview['page'];

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { status?: unknown }).status === NOT_FOUND;

type AdPreview = Awaited<ReturnType<BuiltApp['renderer']['loadAdPreview']>>;

/** Returns the note above a page with a previewed advertisement, with a link to it. */
function adNote({ isShown, startsAt, endsAt, expiresAt }: AdPreview, id: string): string {
  const period = [
    startsAt === null ? '' : `from ${formatMoment(startsAt)}`,
    endsAt === null ? '' : `until ${formatMoment(endsAt)}`,
  ].filter((part) => part !== '');
  const texts = [
    '<b>Preview of an advertisement.</b>',
    isShown
      ? `<a href="#${id}">Go to the advertisement</a>.`
      : 'No page shows it: it needs a picture or a video, and a page with enough articles for its place.',
    period.length === 0 ? '' : `Visitors see it ${period.join(' ')}, India time.`,
    `This link works until ${formatMoment(expiresAt)}.`,
  ];
  return texts.filter((text) => text !== '').join(' ');
}

/**
 * Three previews. `GET /preview/{token}`: the page of an article with the changes that are not published, for the holders of a
 * link. `GET /preview/ads/{token}`: a page of the site with an advertisement, within or outside its period. `GET /preview/front`:
 * the front page with other blocks than the stored ones, for anybody, as it shows nothing that is not public.
 *
 * Nothing stores them, no search engine lists them, links from them do not tell their address, and they have no script, so that
 * no view is counted.
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

  interface Shown {
    page: LoadedPage;
    title: string;
    markup: string;
    preloads: string;
    /** HTML of the note above the page. */
    note: string;
  }

  /** Sends the page that `load` gives, or what is wrong with the link. */
  async function respond(
    { log }: FastifyRequest,
    reply: FastifyReply,
    { isValid, load }: { isValid: boolean; load: (fetchJson: FetchJson) => Promise<Shown> },
  ): Promise<FastifyReply> {
    // Name and colours of a document are those of one response.
    let siteOptions: unknown = null;
    const fetchJson = async (path: string): Promise<unknown> => {
      const { body } = await api.get(path);
      if (path === optionsRead.path()) siteOptions = body;
      return body;
    };
    try {
      if (!isValid) throw Object.assign(new Error('no preview'), { status: NOT_FOUND });
      const { page, title, markup, preloads, note } = await load(fetchJson);
      const look = withNote(sharedLookOf(siteOptions));
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
  }

  server.get<{ Params: { token: string } }>('/preview/:token', async (request, reply) => {
    const { token } = request.params;
    return respond(request, reply, {
      isValid: TOKEN.test(token),
      load: async (fetchJson) => {
        const { page, title, endsAt } = await renderer.loadPreview(token, site, fetchJson);
        const note = `<b>Preview: not published.</b> Please do not pass it on. This link works until ${formatMoment(endsAt)}, India time.`;
        return { page, title, ...renderer.renderPage(page, site), note };
      },
    });
  });

  server.get<{ Querystring: { blocks?: unknown } }>('/preview/front', async (request, reply) => {
    const { blocks } = request.query;
    const text = typeof blocks === 'string' ? blocks : '';
    return respond(request, reply, {
      isValid: renderer.isHomeBlocks(text),
      load: async (fetchJson) => {
        const page = await renderer.loadFrontPreview(text, site, fetchJson);
        const note = '<b>Preview of the front page.</b> Readers see these blocks once they are saved.';
        return { page, title: 'Front page', ...renderer.renderPage(page, site), note };
      },
    });
  });

  server.get<{ Params: { token: string } }>('/preview/ads/:token', async (request, reply) => {
    const { token } = request.params;
    return respond(request, reply, {
      isValid: AD_TOKEN.test(token),
      load: async (fetchJson) => {
        const preview = await renderer.loadAdPreview(token, site, fetchJson);
        return { ...preview, note: adNote(preview, renderer.AD_ID) };
      },
    });
  });
}
