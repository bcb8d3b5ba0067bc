import type { ApiClient, ApiResponse } from './api-client.ts';

/** Requests the variants of pictures for a page whose data so far has the given data position. */
export type FetchVariants = (path: string, position: string) => Promise<ApiResponse>;

const PATH = /^\/picture-variants\?ids=([\d,]+)$/;
const MEDIA = /(?:^|;)\s*catalog\.media=(\d+)/;
const MAX_PICTURES = 5_000;
const MAX_RESPONSES = 500;

export const isVariantsPath = (path: string): boolean => PATH.test(path);
const mediaOffsetOf = (position: string): string | undefined => MEDIA.exec(position)?.[1];

/**
 * Caches the variants of pictures for one offset of the topic `catalog.media`: entries serve pages whose data has the
 * same offset, and the first response with another offset replaces all of them. Pictures without variants are cached as
 * such until the next event. Equal paths get the same `body` object, from which `addPictureFiles` caches what it derives.
 */
export function createPictureVariantCache({ get }: Pick<ApiClient, 'get'>): FetchVariants {
  let cachedOffset = '';
  const variantsById = new Map<string, unknown>();
  const responses = new Map<string, ApiResponse>();

  function startOffset(offset: string): void {
    cachedOffset = offset;
    variantsById.clear();
    responses.clear();
  }

  function cacheResponse(path: string, response: ApiResponse): ApiResponse {
    if (responses.size >= MAX_RESPONSES) responses.clear();
    responses.set(path, response);
    return response;
  }

  async function fetchAndCache(path: string, ids: readonly string[]): Promise<ApiResponse> {
    const response = await get(path);
    const offset = mediaOffsetOf(response.position);
    if (offset === undefined) return response;
    if (offset !== cachedOffset || variantsById.size + ids.length > MAX_PICTURES) startOffset(offset);
    const { data = {} } = response.body as { data?: Readonly<Record<string, unknown>> };
    for (const id of ids) variantsById.set(id, data[id]);
    // Without `ageSeconds`, which is true of this moment only.
    return cacheResponse(path, { body: response.body, position: response.position });
  }

  return async (path, position) => {
    const offset = mediaOffsetOf(position);
    const ids = PATH.exec(path)?.[1]?.split(',') ?? [];
    if (offset === undefined || offset !== cachedOffset) return fetchAndCache(path, ids);
    const cached = responses.get(path);
    if (cached !== undefined) return cached;
    if (!ids.every((id) => variantsById.has(id))) return fetchAndCache(path, ids);
    const data = Object.fromEntries(ids.map((id) => [id, variantsById.get(id)]));
    return cacheResponse(path, { body: { data }, position: `catalog.media=${offset}` });
  };
}
