import { parsePosition } from '../cache/freshness.ts';
import type { UpstreamAnswer } from '../upstreams/upstream-fetch.ts';
import type { JoinBodies } from './join-bodies.ts';

const POSITION = 'x-data-position';

const isWhole = (settled: PromiseSettledResult<UpstreamAnswer>): UpstreamAnswer | null =>
  settled.status === 'fulfilled' && settled.value.status === 200 ? settled.value : null;

/** As far as both have come, topic by topic. */
function joinPositions(own: UpstreamAnswer, other: UpstreamAnswer): string {
  const joined = new Map(parsePosition(own.headers[POSITION]));
  for (const [topic, offset] of parsePosition(other.headers[POSITION]))
    joined.set(topic, Math.min(offset, joined.get(topic) ?? offset));
  return [...joined].map(([topic, offset]) => `${topic}=${offset}`).join(';');
}

function joinWhole(own: UpstreamAnswer, other: UpstreamAnswer, join: JoinBodies): UpstreamAnswer {
  const [first, second] = [own, other].map(({ pieces }) => Buffer.concat(pieces).toString());
  const text = join(first ?? '', second ?? '');
  if (text === null) return own;
  const body = Buffer.from(text);
  const headers = { ...own.headers, [POSITION]: joinPositions(own, other) };
  delete headers['content-length'];
  // That of one part says nothing of the whole.
  delete headers.etag;
  return { status: 200, headers, pieces: [body], bytes: body.length };
}

/** The answers of two services as one; of one alone where the other gives none. Rejects when both fail. */
export async function joinResponses(
  asked: readonly [Promise<UpstreamAnswer>, Promise<UpstreamAnswer>],
  join: JoinBodies,
): Promise<UpstreamAnswer> {
  const [first, second] = await Promise.allSettled(asked);
  const [own, other] = [isWhole(first), isWhole(second)];
  if (own === null) return other ?? asked[0];
  return other === null ? own : joinWhole(own, other, join);
}
