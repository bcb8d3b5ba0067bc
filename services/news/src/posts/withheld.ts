import type { FastifyInstance } from 'fastify';
import { findById, type ReadModel } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import { type Takedown, takedownOf } from '@vidhi/contracts/takedown.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';

export const orderSentence = ({ order_number: number, court, ordered_on: day }: Takedown): string =>
  `Order ${number} of ${court}, dated ${day}`;

/** Creates the 451 that names the order. */
export const withheld = (order: Takedown): WireError =>
  new WireError(
    451,
    'UnavailableForLegalReasonsError',
    `This article is not available. ${orderSentence(order)}`,
    {
      details: { ...order },
    },
  );

/** Creates the 409 of a write that would show or remove an article against an order. */
export const stillWithheld = (order: Takedown): WireError =>
  new WireError(
    409,
    'ConflictError',
    `This article is withheld until an administrator lifts it: ${orderSentence(order)}`,
    {
      details: { takedown: { ...order } },
    },
  );

/** Makes `GET /api/posts/{id}` of a withheld article, in routes that are registered later, respond 451 to all but staff. */
export function withholdArticles(app: FastifyInstance, model: ReadModel): void {
  app.addHook('onRoute', (route) => {
    const isOneArticle = route.url === `${app.prefix}/${postCollection.plural}/:id`;
    if (!isOneArticle || ![route.method].flat().includes('GET')) return;
    const others = route.preHandler === undefined ? [] : [route.preHandler].flat();
    route.preHandler = [
      async (request) => {
        if (newsAudienceOf(request) === 'staff') return;
        const { id } = request.params as { id: string };
        const found = findById(model.store(postCollection.name), id);
        const order = found === undefined ? null : takedownOf(model.get(postCollection.name, found.id));
        if (order !== null) throw withheld(order);
      },
      ...others,
    ];
  });
}
