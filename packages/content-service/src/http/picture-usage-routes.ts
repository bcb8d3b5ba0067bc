import type { FastifyInstance } from 'fastify';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import { type Collection, type QueryObject, type ReadModel, documentsOf, find } from '@vidhi/content-engine';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { WireError, validationError } from '@vidhi/contracts/errors.ts';
import { PictureUsageResponse, type PictureUsage } from '@vidhi/contracts/picture-usage.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { ContentWrites } from '../store/content-writes.ts';
import { unpack } from '../store/editing.ts';

export interface PictureUsageOptions {
  model: ReadModel;
  /** Collections of this service whose documents may show pictures. */
  collections: readonly Collection[];
  desks: readonly Desk[];
  /** The store of the working copies, which the model does not have; absent in a reader. */
  store?: Pick<ContentWrites, 'listCopies'>;
  path: string;
  operationId: string;
}

/** A document of any collection, with the attributes that were read. */
type Found = Readonly<Record<string, unknown>> & { readonly id: number };

const ID = /^[1-9]\d{0,9}$/;
const MAX_DOCUMENTS = 100;
/** Working copies of one collection that are searched. */
const MAX_COPIES = 300;
const TITLES = ['title', 'name', 'Title'];

const ERROR = {
  type: 'object',
  properties: { data: { type: 'null' }, error: { type: 'object', additionalProperties: true } },
  required: ['data', 'error'],
} as const;
/** Returns whether the value of an attribute in a working copy, which was never validated, has a picture. */
function hasPicture(attribute: Attribute, value: unknown, id: number, hash: string): boolean {
  if (attribute.type !== 'media')
    return 'html' in attribute && hash !== '' && typeof value === 'string' && value.includes(hash);
  return [value].flat().some((one) => Number(one) === id);
}

/**
 * `GET {path}?id=`: the documents of a service that show a picture, as an attribute or inside a text, and the working copies that
 * will; for staff.
 */
export async function pictureUsageRoutes(app: FastifyInstance, options: PictureUsageOptions): Promise<void> {
  const { model, collections, desks, store, path, operationId } = options;

  const usageOf = ({ plural }: Collection, document: Found, attribute: string): PictureUsage => {
    const title = TITLES.map((name) => document[name]).find((value) => typeof value === 'string');
    return { collection: plural, id: document.id, title: String(title ?? ''), attribute };
  };

  /** Finds the documents, and whether these are all. */
  function findUsages(
    collection: Collection,
    attribute: string,
    condition: QueryObject,
  ): { used: PictureUsage[]; isComplete: boolean } {
    const { documents } = find(model, collection, {
      filter: { [attribute]: condition },
      page: { start: 0, limit: MAX_DOCUMENTS + 1 },
      // Long texts are not read to name their documents.
      projection: TITLES.filter((title) => Object.hasOwn(collection.attributes, title)),
      audience: 'staff',
    });
    return {
      used: documents.slice(0, MAX_DOCUMENTS).map((document) => usageOf(collection, document, attribute)),
      isComplete: documents.length <= MAX_DOCUMENTS,
    };
  }

  async function findInCopies(collection: Collection, id: number, hash: string) {
    const copied = (await store?.listCopies(collection, MAX_COPIES + 1)) ?? [];
    const used = copied.slice(0, MAX_COPIES).flatMap(({ doc, copy }) => {
      const values = unpack(copy.values);
      const titled = { ...doc, ...values, id: doc.id };
      return Object.entries(collection.attributes).flatMap(([name, attribute]) =>
        hasPicture(attribute, values[name], id, hash)
          ? [{ ...usageOf(collection, titled, name), working_copy: true }]
          : [],
      );
    });
    return { used, isComplete: copied.length <= MAX_COPIES };
  }

  /** Null where the texts are too many to be searched. */
  function findInTexts(
    collection: Collection,
    attribute: string,
    hash: string,
  ): ReturnType<typeof findUsages> | null {
    try {
      return findUsages(collection, attribute, { $contains: hash });
    } catch (error) {
      if (error instanceof WireError) return null;
      throw error;
    }
  }

  app.get<{ Querystring: { id?: unknown } }>(
    path,
    {
      onRequest: requireDesk(...desks),
      schema: {
        tags: ['media'],
        security: [{ bearer: [] }],
        operationId,
        summary: 'Documents that show a picture',
        querystring: { type: 'object', properties: { id: { description: 'Id of the picture' } } },
        response: { 200: PictureUsageResponse, 400: ERROR, 403: ERROR },
      },
    },
    async ({ query: { id } }, reply) => {
      if (typeof id !== 'string' || !ID.test(id)) throw validationError('id must be the id of a picture');
      // Every address of its files has the hash.
      const hash = documentsOf(model, fileCollection).get(Number(id))?.hash ?? '';
      const used: PictureUsage[] = [];
      let complete = true;
      for (const collection of collections)
        for (const [name, attribute] of Object.entries(collection.attributes)) {
          const isText = 'html' in attribute && hash !== '';
          if (attribute.type !== 'media' && !isText) continue;
          const found = isText
            ? findInTexts(collection, name, hash)
            : findUsages(collection, name, { id: { $eq: id } });
          complete &&= found?.isComplete === true;
          used.push(...(found?.used ?? []));
        }
      const inCopies = await Promise.all(
        collections.map((collection) => findInCopies(collection, Number(id), hash)),
      );
      for (const copies of inCopies) {
        used.push(...copies.used);
        complete &&= copies.isComplete;
      }
      return reply.header('cache-control', 'no-store').send({ data: used, meta: { complete } });
    },
  );
}
