import type { FastifyInstance } from 'fastify';
import {
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
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { newsAudienceOf } from '../news-audience.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';

export interface SiteIdentity {
  name: string;
  description: string;
  publisher: string;
}

const NAME = siteOptionCollection.name;
const SINGLE_ID = 1;

const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** Returns the site's name, description and publisher for feeds. */
export function siteIdentity(model: ReadModel): SiteIdentity {
  const options = model.get(NAME, SINGLE_ID);
  const name = textOf(options?.['site_name'], 'Vidhi');
  return {
    name,
    description: textOf(options?.['site_description'], 'Legal and tax news for India'),
    publisher: textOf(options?.['publisher_name'], name),
  };
}

export interface SiteOptionRoutesOptions {
  model: ReadModel;
  /** Undefined in a reader. */
  writer?: ContentWriter;
}

/**
 * `/api/site-options`: settings of this product that the reference does not have. Readable by everybody,
 * writable at the desk `publish`.
 */
export async function siteOptionRoutes(
  app: FastifyInstance,
  { model, writer }: SiteOptionRoutesOptions,
): Promise<void> {
  app.get('/site-options', async (request, reply) => {
    const audience = newsAudienceOf(request);
    if (audience === 'staff' && writer !== undefined)
      await readEdited(writer, siteOptionCollection, SINGLE_ID, reply);
    return reply
      .type('application/json; charset=utf-8')
      .send(respondSingle(model, NAME, rawQueryOf(request), audience));
  });
  if (writer === undefined) return;
  app.put('/site-options', { onRequest: requireDesk('publish') }, async (request, reply) => {
    const patch = validateWrite(model, NAME, requireData(request.body), 'update', { id: SINGLE_ID });
    const audience = newsAudienceOf(request);
    const edit = { ifEdited: ifEditedOf(request, audience) };
    await writer.update(siteOptionCollection, SINGLE_ID, patch, { request, audience, edit });
    setEditHeaders(reply, writer.editMade?.(request, siteOptionCollection, SINGLE_ID));
    const response = respondStored(model, NAME, SINGLE_ID, rawQueryOf(request), audience);
    return reply.type('application/json; charset=utf-8').send(response);
  });
}
