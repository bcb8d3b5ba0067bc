import type { FastifyRequest } from 'fastify';
import { parseQueryString, type QueryObject, type ReadModel, selectList } from '@vidhi/content-engine';
import { type OwnList, rawQueryOf } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';

interface CopiedPostsOptions {
  model: ReadModel;
  store: Pick<ContentWrites, 'listCopied'>;
}

/** Parameter of lists of articles: `with` adds `meta.working_copies`, `only` restricts the list to these as well. */
export const WORKING_COPIES = 'working_copies';
/** No document has it. */
const NO_ID = '0';

const wantedOf = (request: Pick<FastifyRequest, 'url'>): string | null =>
  new URLSearchParams(rawQueryOf(request)).get(WORKING_COPIES);

function restricted(query: QueryObject, ids: readonly number[]): QueryObject {
  const { filters, ...others } = query;
  const condition = { id: { $in: ids.length === 0 ? [NO_ID] : ids.map(String) } };
  return { ...others, filters: filters === undefined ? condition : { $and: [filters, condition] } };
}

/**
 * Serves lists of articles that tell staff which have a working copy: text that is typed and not published. Working copies are in the
 * database alone, as what is typed changes no model.
 */
export const createCopiedPosts =
  ({ model, store }: CopiedPostsOptions): OwnList =>
  (request, _reply, { name }) => {
    const wanted = name === postCollection.name ? wantedOf(request) : null;
    if ((wanted !== 'with' && wanted !== 'only') || newsAudienceOf(request) !== 'staff') return undefined;
    const respond = async (): Promise<Buffer> => {
      const { [WORKING_COPIES]: _parameter, ...query } = parseQueryString(rawQueryOf(request));
      const ids = wanted === 'only' ? await store.listCopied(postCollection) : [];
      const read = wanted === 'only' ? restricted(query, ids) : query;
      const page = selectList(model, name, read, 'staff');
      const copied = await store.listCopied(postCollection, page.ids);
      return page.respond({ meta: { working_copies: copied } });
    };
    return respond();
  };
