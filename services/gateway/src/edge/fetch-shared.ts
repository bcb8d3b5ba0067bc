import { performance } from 'node:perf_hooks';
import type { WireError } from '@vidhi/contracts/errors.ts';
import type { Freshness } from '../cache/freshness.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { CacheEntry } from '../cache/cache-entry.ts';
import { joinResponses } from '../joined/join-responses.ts';
import type { Route } from '../routing/routes.ts';
import type { Instance } from '../upstreams/instance.ts';
import type { InstanceSet } from '../upstreams/instance-set.ts';
import { fetchWhole, AnswerTooLarge, type UpstreamAnswer } from '../upstreams/upstream-fetch.ts';
import { noInstanceAvailable, toUpstreamFailure } from '../upstreams/upstream-failure.ts';
import type { HeaderRules } from './response-headers.ts';
import type { GatewayCounts } from './gateway-counts.ts';
import { addVariant, settle, toSendableResponse } from './sendable-response.ts';

export type FetchResult = { answer: CacheEntry; shareable: boolean; rescued: boolean } | { refusal: WireError };

export interface FetchSharedOptions {
  cache: ResponseCache;
  freshness: Freshness;
  counts: GatewayCounts;
  headerRules: HeaderRules;
  limitBytes: number;
}

/** Where an answer comes from and under which key it is kept. */
export interface CacheTarget {
  key: string;
  /** Path and query to ask for. */
  address: string;
  route: Route;
  rule: NonNullable<Route['cache']>;
}

interface Ask extends CacheTarget {
  instances: InstanceSet;
  /** Who answers the other part of a joined answer. */
  others?: InstanceSet;
  head: Record<string, string>;
}

/** How long an answer that no event dropped may stand in for a service that is away. */
const RESCUE_MS = 30_000;

/** Asks a service for an answer that many may be waiting for, keeps it if it may be kept, never rejects. */
export type FetchShared = (ask: Ask) => Promise<FetchResult>;

export function createFetchShared(options: FetchSharedOptions): FetchShared {
  const { cache, freshness, counts, headerRules, limitBytes } = options;

  async function askOne(
    instance: Instance,
    { address, head, route, instances }: Ask,
  ): Promise<UpstreamAnswer> {
    const started = performance.now();
    try {
      const answer = await fetchWhole(instance, address, head, limitBytes);
      instances.reportSuccess(instance);
      return answer;
    } catch (error) {
      counts.upstreamFailed(route.service);
      if (!(error instanceof AnswerTooLarge)) instances.reportFailure(instance);
      throw error;
    } finally {
      counts.observeUpstream(route.service, (performance.now() - started) / 1_000);
    }
  }

  /** Once more, on another instance, when the first did not answer or says that it is not ready. */
  async function askTwice(ask: Ask): Promise<UpstreamAnswer> {
    const first = ask.instances.next();
    if (first === null) throw noInstanceAvailable();
    let failure: unknown;
    let answer: UpstreamAnswer | null = null;
    try {
      answer = await askOne(first, ask);
      if (answer.status !== 503) return answer;
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw error;
      failure = error;
    }
    const second = ask.instances.next(first);
    if (second !== null) {
      counts.retries += 1;
      return askOne(second, ask);
    }
    if (answer === null) throw failure;
    return answer;
  }

  function askAll(ask: Ask): Promise<UpstreamAnswer> {
    const { route, others } = ask;
    if (route.joined === undefined || others === undefined) return askTwice(ask);
    const { service, join } = route.joined;
    const other: Ask = { ...ask, route: { ...route, service }, instances: others };
    return joinResponses([askTwice(ask), askTwice(other)], join);
  }

  /** Keeps compressed bodies of an answer whose content has not changed. */
  function inheritVariants(answer: CacheEntry): void {
    const before = cache.get(answer.key);
    if (before === undefined || answer.tag === null || before.tag !== answer.tag) return;
    for (const encoding of ['br', 'gzip'] as const) {
      const body = before.variants[encoding]?.pieces[0];
      if (body !== undefined) addVariant(answer, body, encoding);
    }
  }

  function rescue(key: string, now: number): CacheEntry | null {
    const kept = cache.get(key);
    if (kept === undefined || now - kept.storedAt > RESCUE_MS) return null;
    const { rule, position, epochAtRequest } = kept;
    return freshness.hasSeenAll(rule.topics, position, epochAtRequest) ? kept : null;
  }

  return async (ask) => {
    const { key, route, rule } = ask;
    const epochAtRequest = freshness.epoch;
    const startedAt = Date.now();
    try {
      const given = await askAll(ask);
      const context = { key, kind: route.answers, rule, epochAtRequest, headerRules };
      const { answer, storable, shareable } = toSendableResponse(given, context, freshness, startedAt);
      if (given.status >= 500) {
        const kept = rescue(key, startedAt);
        if (kept !== null) return { answer: kept, shareable: true, rescued: true };
      }
      if (storable && cache.wants(key, given.bytes)) {
        settle(answer);
        inheritVariants(answer);
        cache.set(answer);
      } else if (!storable && shareable && answer.status === 200) counts.refusedAsOld += 1;
      return { answer, shareable, rescued: false };
    } catch (error) {
      const kept = rescue(key, startedAt);
      if (kept !== null) return { answer: kept, shareable: true, rescued: true };
      return { refusal: toUpstreamFailure(error) };
    }
  };
}
