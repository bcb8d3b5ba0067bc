import { parsePosition } from '../cache/freshness.ts';
import type { UpstreamResponse } from '@vidhi/upstreams/fetch-response.ts';
import type { JoinBodies } from './join-bodies.ts';

const POSITION = 'x-data-position';

const okResponseOf = (settled: PromiseSettledResult<UpstreamResponse>): UpstreamResponse | null =>
  settled.status === 'fulfilled' && settled.value.status === 200 ? settled.value : null;

/** Returns the lower offset of each topic. */
function joinPositions(own: UpstreamResponse, other: UpstreamResponse): string {
  const joined = new Map(parsePosition(own.headers[POSITION]));
  for (const [topic, offset] of parsePosition(other.headers[POSITION]))
    joined.set(topic, Math.min(offset, joined.get(topic) ?? offset));
  return [...joined].map(([topic, offset]) => `${topic}=${offset}`).join(';');
}

function joinBoth(own: UpstreamResponse, other: UpstreamResponse, join: JoinBodies): UpstreamResponse {
  const [first, second] = [own, other].map(({ chunks }) => Buffer.concat([...chunks]).toString());
  const text = join(first ?? '', second ?? '');
  if (text === null) return own;
  const body = Buffer.from(text);
  const headers = { ...own.headers, [POSITION]: joinPositions(own, other) };
  delete headers['content-length'];
  // It identifies one part, not the joined body.
  delete headers.etag;
  return { status: 200, headers, chunks: [body], bytes: body.length };
}

/** Joins the responses of two services; returns one alone where the other fails. Rejects when both fail. */
export async function joinResponses(
  requests: readonly [Promise<UpstreamResponse>, Promise<UpstreamResponse>],
  join: JoinBodies,
): Promise<UpstreamResponse> {
  const [first, second] = await Promise.allSettled(requests);
  const [own, other] = [okResponseOf(first), okResponseOf(second)];
  if (own === null) return other ?? requests[0];
  return other === null ? own : joinBoth(own, other, join);
}
