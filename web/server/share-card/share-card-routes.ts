import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { SHARE_CARD_PATH, type CardTexts, type ShareCard } from '#shared/picture/share-card.ts';
import { POSITION_HEADER } from '../data-position.ts';
import { CardsBusyError, createCardRenderer } from './card-renderer.ts';

const MAX_CARDS = 200;
const MAX_PATH = 2_000;
const DAY = 'public, max-age=86400';
const FOUND = 302;
/** Time for which a drawn card is sent without a look at its page, which may be withdrawn. */
const RESEND_MS = 60_000;
const RETRY_SECONDS = '5';

export interface ShareCardOptions {
  /** Loads a page; the card is null where the page has a picture of its own or does not exist. */
  loadCard: (path: string) => Promise<{ card: ShareCard | null; isComplete: boolean; position: string }>;
  /** Rejects with `CardsBusyError` where it cannot take another one. In a worker thread where left out. */
  draw?: (texts: CardTexts) => Promise<Buffer>;
}

interface DrawnCard {
  png: Buffer;
  position: string;
}

/**
 * `GET /share-card.png?page=…`: the picture that previews of links show for an article or a book without one. Only the texts of
 * pages that exist are drawn. Drawings are cached by content: one with the same texts is drawn once. For a minute, a card that
 * was sent is sent again without requests to the API.
 */
export async function shareCardRoutes(server: FastifyInstance, options: ShareCardOptions): Promise<void> {
  const { loadCard, draw = rendererOf(server) } = options;
  const drawings = new LRUCache<string, Promise<Buffer>>({ max: MAX_CARDS });
  const sent = new LRUCache<string, DrawnCard>({ max: MAX_CARDS, ttl: RESEND_MS });

  function drawOnce(texts: CardTexts): Promise<Buffer> {
    const key = JSON.stringify(texts);
    const cached = drawings.get(key);
    if (cached !== undefined) return cached;
    const drawing = draw(texts);
    drawings.set(key, drawing);
    void drawing.catch(() => drawings.delete(key));
    return drawing;
  }

  server.get<{ Querystring: { page?: string | string[]; v?: string | string[] } }>(
    SHARE_CARD_PATH,
    async (request, reply) => {
      const { page, v } = request.query;
      const address = JSON.stringify([page, v]);
      const cached = sent.get(address);
      if (cached !== undefined) return sendCard(reply, cached);
      const isPath = typeof page === 'string' && /^\/(?!\/)/.test(page) && page.length <= MAX_PATH;
      const loaded = isPath ? await loadCard(page) : null;
      if (loaded?.position) reply.header(POSITION_HEADER, loaded.position);
      if (loaded?.card == null)
        return reply
          .code(loaded?.isComplete === false ? 503 : 404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Not Found');
      // The title has changed since: the address of today can be cached.
      if (v !== loaded.card.version)
        return reply.header('cache-control', 'no-store').redirect(loaded.card.url, FOUND);
      try {
        const card = { png: await drawOnce(loaded.card.texts), position: loaded.position };
        sent.set(address, card);
        return sendCard(reply, card);
      } catch (error) {
        if (!(error instanceof CardsBusyError)) throw error;
        return reply
          .code(503)
          .headers({ 'cache-control': 'no-store', 'retry-after': RETRY_SECONDS })
          .type('text/plain; charset=utf-8')
          .send('Please try again in a moment');
      }
    },
  );
}

function rendererOf(server: FastifyInstance): (texts: CardTexts) => Promise<Buffer> {
  const renderer = createCardRenderer();
  server.addHook('onClose', () => renderer.close());
  return (texts) => renderer.draw(texts);
}

function sendCard(reply: FastifyReply, { png, position }: DrawnCard): FastifyReply {
  if (position !== '') reply.header(POSITION_HEADER, position);
  return reply
    .type('image/png')
    .headers({ 'cache-control': DAY, 'x-content-type-options': 'nosniff' })
    .send(png);
}
