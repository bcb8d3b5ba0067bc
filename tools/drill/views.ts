import { failureOf, OK, wrong, type OutcomeLog } from './outcomes.ts';
import type { Client } from '@vidhi/harness/http-exchange.ts';
import { pick, type Random } from '@vidhi/harness/random.ts';
import type { SiteTruth } from './site-truth.ts';

/** Views of one post; each is sent by a different visitor. */
export interface SentViews {
  sent: number;
  acknowledged: number;
}

export interface ViewSender {
  sent: ReadonlyMap<number, Readonly<SentViews>>;
  /** Sends one view of some post by a new visitor. */
  send(): Promise<void>;
}

/** Number of viewed posts: few, so that each is viewed repeatedly. */
const VIEWED = 50;

/** Returns the n-th IP address of a private network (RFC 1918); all are different. */
export const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

export function createViewSender(
  client: Client,
  truth: SiteTruth,
  log: OutcomeLog,
  random: Random,
): ViewSender {
  const sent = new Map<number, SentViews>();
  let visitors = 0;
  return {
    sent,
    async send() {
      const { id } = pick(random, truth.content.posts.slice(0, VIEWED));
      const views = sent.get(id) ?? { sent: 0, acknowledged: 0 };
      sent.set(id, views);
      views.sent += 1;
      visitors += 1;
      const exchange = await client(`/api/posts/${id}`, {
        method: 'PUT',
        headers: { 'x-forwarded-for': addressOf(visitors), 'user-agent': `drill ${visitors}` },
        body: { data: { views_count: 1 } },
      });
      if (exchange.status === 200) views.acknowledged += 1;
      const verdict = exchange.status === 200 ? OK : wrong(`${exchange.status} to a view`);
      log.add('view', exchange, failureOf(exchange) ?? verdict);
    },
  };
}
