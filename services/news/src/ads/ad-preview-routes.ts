import type { FastifyInstance } from 'fastify';
import { findById, type ReadModel } from '@vidhi/content-engine';
import { rawQueryOf } from '@vidhi/content-service';
import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { respondAlone } from '../previews/preview-document.ts';
import type { AdPreviews } from './ad-previews.ts';

interface SharedAdPreviewOptions {
  model: ReadModel;
  previews: AdPreviews;
}

interface AdPreviewRoutesOptions extends SharedAdPreviewOptions {
  /** Root of the addresses of the site. */
  publicUrl: string;
}

const { name: NAME } = siteAdCollection;
const HIDDEN = { schema: { hide: true } as object };

/**
 * `GET /api/previews/site-ads/{token}`: an advertisement within or outside its period, in the envelope of a list, for the holders
 * of a link. 404 for every other token.
 */
export async function sharedAdPreviewRoutes(
  app: FastifyInstance,
  { model, previews }: SharedAdPreviewOptions,
): Promise<void> {
  app.get<{ Params: { token: string } }>('/previews/site-ads/:token', HIDDEN, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    const now = new Date(model.now());
    const link = previews.read(request.params.token, now);
    const ad = link === null ? undefined : model.get(NAME, link.id);
    if (link === null || ad === undefined) throw notFound();
    const { starts_at: startsAt = null, ends_at: endsAt = null } = ad;
    const meta = {
      preview: { expires_at: link.expiresAt.toISOString(), starts_at: startsAt, ends_at: endsAt },
    };
    const document = { ...ad, is_off: false };
    return reply.send(respondAlone(model, { name: NAME, document }, { raw: rawQueryOf(request), now, meta }));
  });
}

/** `POST /api/site-ads/{id}/preview` makes such a link, for an hour. */
export async function adPreviewRoutes(
  app: FastifyInstance,
  { model, previews, publicUrl }: AdPreviewRoutesOptions,
): Promise<void> {
  app.post<{ Params: { id: string } }>('/site-ads/:id/preview', HIDDEN, async (request, reply) => {
    if (!hasDesk(request.principal, 'publish')) throw forbidden();
    const id = findById(model.store(NAME), request.params.id)?.id;
    if (id === undefined) throw notFound();
    const { token, expiresAt } = previews.create(id, new Date(model.now()));
    const url = new URL(`/preview/ads/${token}`, publicUrl).href;
    return reply
      .header('cache-control', 'no-store')
      .send({ data: { url, expires_at: expiresAt.toISOString() } });
  });
}
