import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  documentsOf,
  type ReadModel,
  requireData,
  respondSingle,
  respondStored,
  validateWrite,
} from '@vidhi/content-engine';
import {
  type ContentWriter,
  ifEditedOf,
  rawQueryOf,
  readEdited,
  setEditHeaders,
} from '@vidhi/content-service';
import { validationError } from '@vidhi/contracts/errors.ts';
import { type HomeBlocks, MAX_HOME_BLOCKS_LENGTH, parseHomeBlocks } from '@vidhi/contracts/home-blocks.ts';
import { createVersionedTexts } from '@vidhi/content-service/site.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';
import { siteLayout } from './site-layout.ts';

export interface SiteIdentity {
  name: string;
  description: string;
  publisher: string;
}

const NAME = siteOptionCollection.name;
const SINGLE_ID = 1;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the site's name, description and publisher for feeds. */
export function siteIdentity(model: ReadModel): SiteIdentity {
  const options = documentsOf(model, siteOptionCollection).get(SINGLE_ID);
  const name = options?.site_name || 'Vidhi';
  return {
    name,
    description: options?.site_description || 'Legal and tax news for India',
    publisher: options?.publisher_name || name,
  };
}

/** Returns whether search engines are to leave out the whole site. */
export const isHiddenFromSearch = (model: ReadModel): boolean =>
  documentsOf(model, siteOptionCollection).get(SINGLE_ID)?.hidden_from_search === true;

const Link = Type.Object({ name: Type.String(), path: Type.String() });
const LAYOUT_SCHEMA = {
  tags: [siteOptionCollection.plural],
  operationId: 'getSiteLayout',
  summary:
    'Menu and foot of all pages, with the pages that are linked there by themselves, and blocks of the front page',
  security: [],
  querystring: Type.Object({ home: Type.Optional(Type.String({ maxLength: MAX_HOME_BLOCKS_LENGTH })) }),
  response: {
    200: Type.Object({
      data: Type.Object({
        menu: Type.Array(Type.Object({ ...Link.properties, also: Type.Optional(Type.String()) })),
        foot: Type.Array(Type.Object({ title: Type.Optional(Type.String()), links: Type.Array(Link) })),
        home: Type.Optional(
          Type.Object({
            main: Type.Array(Type.String()),
            side: Type.Array(Type.String()),
            list_ads: Type.Boolean(),
            categories: Type.Optional(Type.Array(Type.Object({ name: Type.String(), slug: Type.String() }))),
          }),
        ),
      }),
    }),
  },
};

/** Returns the blocks of a preview. Throws a validation error for any other text. */
function blocksOf(text: string): HomeBlocks {
  const { value, problem } = parseHomeBlocks(text);
  if (problem !== undefined) throw validationError(problem);
  return value;
}

export interface SiteOptionRoutesOptions {
  model: ReadModel;
  /** Undefined in a reader. */
  writer?: ContentWriter;
}

/**
 * `/api/site-options`: settings of this product that the reference does not have, writable at the desk `publish`, and
 * `/api/site-options/layout`: menu, foot and blocks of the front page, with `home` those of a preview. Readable by everybody.
 */
export async function siteOptionRoutes(
  app: FastifyInstance,
  { model, writer }: SiteOptionRoutesOptions,
): Promise<void> {
  app.get('/site-options', async (request, reply) => {
    const audience = newsAudienceOf(request);
    if (audience === 'staff' && writer !== undefined)
      await readEdited(writer, siteOptionCollection, SINGLE_ID, reply);
    return reply.type(JSON_TYPE).send(respondSingle(model, NAME, rawQueryOf(request), audience));
  });
  const texts = createVersionedTexts(model, [siteOptionCollection, hostedPageCollection, categoryCollection]);
  app.get<{ Querystring: { home?: string } }>(
    '/site-options/layout',
    { schema: LAYOUT_SCHEMA },
    async ({ query: { home } }, reply) => {
      reply.type(JSON_TYPE);
      if (home !== undefined) return reply.send({ data: siteLayout(model, blocksOf(home)) });
      const text = texts.get('layout', JSON_TYPE, () => JSON.stringify({ data: siteLayout(model) }));
      return reply.send(text?.body);
    },
  );
  if (writer === undefined) return;
  app.put('/site-options', { onRequest: requireDesk('publish') }, async (request, reply) => {
    const patch = validateWrite(model, NAME, requireData(request.body), 'update', { id: SINGLE_ID });
    const audience = newsAudienceOf(request);
    const edit = { ifEdited: ifEditedOf(request, audience) };
    await writer.update(siteOptionCollection, SINGLE_ID, patch, { request, audience, edit });
    setEditHeaders(reply, writer.editMade?.(request, siteOptionCollection, SINGLE_ID));
    const response = respondStored(model, NAME, SINGLE_ID, rawQueryOf(request), audience);
    return reply.type(JSON_TYPE).send(response);
  });
}
