import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storedAs } from '@vidhi/collections/stored.ts';
import { findById, type ReadModel } from '@vidhi/content-engine';
import { findWithCopy, personOf, type PresentValues, rawQueryOf } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import type { ListedPreviewLink } from '@vidhi/contracts/edit-history.ts';
import { attributeErrors, forbidden, notFound, WireError } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requirePostDesk } from '../posts/require-post-desk.ts';
import { stillWithheld, withheld } from '../posts/withheld.ts';
import { previewedPost, respondPreview } from './preview-document.ts';
import {
  createPreviewToken,
  type LivePreviews,
  type PreviewLink,
  type PreviewLinks,
} from './preview-links.ts';

const { name: NAME } = postCollection;
const MAX_HOURS = 720;
const MAX_LABEL_LENGTH = 80;
const HOUR_MS = 3_600_000;

type PreviewStore = Pick<ContentWrites, 'find' | 'findEditing'>;

export interface SharedPreviewOptions {
  model: ReadModel;
  previews: LivePreviews;
  store: PreviewStore;
  presentValues: PresentValues;
}

export interface PreviewRoutesOptions extends Omit<SharedPreviewOptions, 'previews'> {
  links: PreviewLinks;
  /** Root of the addresses of the site. */
  publicUrl: string;
}

const HIDDEN = { schema: { hide: true } as object };

/** No program on the way stores a preview or what is known about it. */
const unstored = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');

/** An article with the values of its working copy. */
async function readPreviewed(
  options: Omit<SharedPreviewOptions, 'previews'>,
  id: number,
): Promise<{ stored: StoredDocument; post: StoredDocument } | null> {
  const found = await findWithCopy(options, postCollection, id);
  return found === null ? null : { stored: found.stored, post: previewedPost(found.stored, found.copied) };
}

/** Returns the end of the embargo of an article, of which also a working copy may speak; null where there is none. */
function embargoOf(posts: readonly StoredDocument[], now: Date): string | null {
  const ends = posts.flatMap(({ embargo_until: end }) =>
    typeof end === 'string' && timeOf(end) > now.getTime() ? [end] : [],
  );
  return ends.toSorted().at(-1) ?? null;
}

/**
 * `GET /api/previews/{token}`: an article as its working copy would change it, in the envelope of a list, for anybody who has the
 * link. 404 for every other token, 451 while a court's order withholds the article.
 */
export async function sharedPreviewRoutes(
  app: FastifyInstance,
  { previews, ...options }: SharedPreviewOptions,
): Promise<void> {
  app.get<{ Params: { token: string } }>('/previews/:token', HIDDEN, async (request, reply) => {
    unstored(reply);
    const { model } = options;
    const now = new Date(model.now());
    const link = await previews.find(request.params.token);
    const previewed = link === null ? null : await readPreviewed(options, link.postId);
    if (link === null || previewed === null) throw notFound();
    const { stored, post } = previewed;
    const order = takedownOf(stored);
    if (order !== null) throw withheld(order);
    if (embargoOf([stored, post], now) !== null) throw notFound();
    await previews.opened(link.id);
    const meta = { preview: { expires_at: link.expiresAt.toISOString() } };
    const body = respondPreview(model, post, { raw: rawQueryOf(request), now, meta });
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

function readBody({ body }: FastifyRequest): { hours: number; label: string | null } {
  const data = typeof body === 'object' && body !== null ? (body as { data?: unknown }).data : undefined;
  const { hours, label = null } = (typeof data === 'object' && data !== null ? data : {}) as Record<
    string,
    unknown
  >;
  const errors: { path: string[]; message: string }[] = [];
  if (!Number.isSafeInteger(hours) || Number(hours) < 1 || Number(hours) > MAX_HOURS)
    errors.push({ path: ['hours'], message: `hours must be a whole number from 1 to ${MAX_HOURS}` });
  const text = typeof label === 'string' ? label.replaceAll(/\s+/g, ' ').trim() : '';
  if ((label !== null && typeof label !== 'string') || text.length > MAX_LABEL_LENGTH)
    errors.push({
      path: ['label'],
      message: `label must be a text of at most ${MAX_LABEL_LENGTH} characters`,
    });
  if (errors.length > 0) throw attributeErrors(errors);
  return { hours: Number(hours), label: text === '' ? null : text };
}

/**
 * `POST /api/posts/{id}/previews` makes a link by which people without an account read the article with the changes that are not
 * published, `GET` lists the live ones, and `DELETE …/{preview}` ends one. The address of a link is in the response that made it and
 * nowhere else.
 */
export async function previewRoutes(
  app: FastifyInstance,
  { links, publicUrl, ...options }: PreviewRoutesOptions,
): Promise<void> {
  const { model } = options;
  /** Authorizes as a write of the article, and returns its id. */
  function openForWrite(request: FastifyRequest<{ Params: { id: string } }>): number {
    const id = findById(model.store(NAME), request.params.id)?.id;
    const current = id === undefined ? undefined : model.get(NAME, id);
    requirePostDesk({ principal: request.principal, action: 'update', current, data: {} });
    if (id === undefined) throw notFound();
    return id;
  }
  const onWire = ({ id, label, by, createdAt, expiresAt, openedAt }: PreviewLink): ListedPreviewLink => ({
    id,
    label,
    by: personOf(model, by),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    opened_at: openedAt?.toISOString() ?? null,
  });

  app.post<{ Params: { id: string } }>('/posts/:id/previews', HIDDEN, async (request, reply) => {
    unstored(reply);
    const id = openForWrite(request);
    const { hours, label } = readBody(request);
    const previewed = await readPreviewed(options, id);
    const actor = actorOf(request);
    if (previewed === null || actor.id === null) throw notFound();
    const order = takedownOf(previewed.stored);
    if (order !== null) throw stillWithheld(order);
    const now = model.now();
    const end = embargoOf([previewed.stored, previewed.post], new Date(now));
    if (end !== null)
      throw new WireError(409, 'ConflictError', `Under embargo until ${end}`, {
        details: { embargo_until: end },
      });
    const token = createPreviewToken();
    const expiresAt = new Date(now + hours * HOUR_MS);
    const title = String(storedAs(postCollection, previewed.post).title);
    const link = await links.create(
      { token, postId: id, label, expiresAt, title },
      { ...actor, id: actor.id },
    );
    return reply.send({ data: { ...onWire(link), url: new URL(`/preview/${token}`, publicUrl).href } });
  });

  app.get<{ Params: { id: string } }>('/posts/:id/previews', HIDDEN, async (request, reply) => {
    unstored(reply);
    if (!hasDesk(request.principal, 'news', 'publish')) throw forbidden();
    const id = findById(model.store(NAME), request.params.id)?.id;
    if (id === undefined) throw notFound();
    return reply.send({ data: (await links.list(id)).map(onWire) });
  });

  app.delete<{ Params: { id: string; preview: string } }>(
    '/posts/:id/previews/:preview',
    HIDDEN,
    async (request, reply) => {
      unstored(reply);
      const id = openForWrite(request);
      if (!(await links.revoke(id, request.params.preview, actorOf(request)))) throw notFound();
      return reply.send({ data: { id: request.params.preview } });
    },
  );
}
