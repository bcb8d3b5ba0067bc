import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { SHARE_CARD_PATH, type CardTexts, type ShareCard } from '#shared/picture/share-card.ts';
import { POSITION_HEADER } from '../data-position.ts';
import { drawCard } from './draw-card.ts';

const MAX_CARDS = 200;
const MAX_PATH = 2_000;
const DAY = 'public, max-age=86400';
const FOUND = 302;

export interface ShareCardOptions {
  /** Loads a page; the card is null where the page has a picture of its own or does not exist. */
  loadCard: (path: string) => Promise<{ card: ShareCard | null; isComplete: boolean; position: string }>;
  draw?: (texts: CardTexts) => Promise<Buffer>;
}

/**
 * `GET /share-card.png?page=…`: the picture that previews of links show for an article or a book without one. Only the texts of
 * pages that exist are drawn. Drawings are cached by content: one with the same texts is drawn once.
 */
export async function shareCardRoutes(server: FastifyInstance, options: ShareCardOptions): Promise<void> {
  const { loadCard, draw = drawCard } = options;
  const drawings = new LRUCache<string, Promise<Buffer>>({ max: MAX_CARDS });

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
      return reply
        .type('image/png')
        .headers({ 'cache-control': DAY, 'x-content-type-options': 'nosniff' })
        .send(await drawOnce(loaded.card.texts));
    },
  );
}
