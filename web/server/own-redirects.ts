import { redirectTarget, type FoundRedirect } from '@vidhi/contracts/redirects.ts';
import type { ApiClient } from './api-client.ts';
import type { createPositionMerger } from './data-position.ts';

/** Returns a target with the query of the request, where a path has none of its own. */
function withQuery(location: string, search: string): string {
  if (search === '' || !location.startsWith('/') || location.includes('?')) return location;
  const [path = '', ...fragment] = location.split('#');
  return [`${path}${search}`, ...fragment].join('#');
}

/**
 * Finds where staff leads the address of no page. Undefined while it cannot be known: a page without it must not be shared.
 * The target is checked again, so that no header has what is no address.
 */
export async function findOwnRedirect(
  api: Pick<ApiClient, 'get'>,
  { pathname, search }: URL,
  options: { publicUrl: string; positions: Pick<ReturnType<typeof createPositionMerger>, 'add'> },
): Promise<FoundRedirect | null | undefined> {
  try {
    const { body, position } = await api.get(`/redirects/lookup?path=${encodeURIComponent(pathname)}`);
    options.positions.add(position);
    const { data } = body as { data: FoundRedirect | null };
    if (data === null || data.location === null) return data;
    const location = redirectTarget(data.location, options.publicUrl);
    return location === null ? null : { ...data, location: withQuery(location, search) };
  } catch (error) {
    // Too long for a redirect, or news of an older release.
    const { status } = (error ?? {}) as { status?: unknown };
    const hasNone = status === 400 || status === 404;
    return hasNone ? null : undefined;
  }
}
