import { type Audience, type QueryCost, type ReadModel, respondOne } from '@vidhi/content-engine';
import { postCollection } from '@vidhi/collections/news/post.ts';

const BEFORE = '{"data":';
const META = ',"meta":{';

export interface PostsRequest {
  model: ReadModel;
  /** In the order of the response. Each must be visible to the audience. */
  ids: readonly number[];
  /** Query parameters that select the projection. */
  projection: readonly string[];
  audience: Audience;
  cost: QueryCost;
  meta: object;
}

/**
 * Returns a list of these posts in this order, serialized like any list. The query language has no order by a list of ids, and
 * to parse and sort a body with populated relations would cost more than the query.
 */
export function respondPosts({ model, ids, projection, audience, cost, meta }: PostsRequest): Buffer {
  const query = projection.join('&');
  const parts: Buffer[] = [Buffer.from(`${BEFORE}[`)];
  for (const [at, id] of ids.entries()) {
    const body = respondOne(model, postCollection.name, id, query, audience, {}, cost);
    if (at > 0) parts.push(Buffer.from(','));
    parts.push(body.subarray(BEFORE.length, body.lastIndexOf(META)));
  }
  parts.push(Buffer.from(`],"meta":${JSON.stringify(meta)}}`));
  return Buffer.concat(parts);
}
