import { Agent, Dispatcher } from 'undici';
import type { UpstreamLimits } from '@vidhi/upstreams/instance.ts';

/** Requests of one kind never wait for a connection that another kind holds. */
export type PoolKind = 'reads' | 'writes' | 'pictures' | 'uploads';

/** Names the pool of a request; the dispatcher takes it off again. */
export const POOL_HEADER = 'x-internal-pool';

const KINDS: readonly PoolKind[] = ['reads', 'writes', 'pictures', 'uploads'];

/** A connection pool for each kind of request and origin. */
export class PoolsByKind extends Dispatcher {
  readonly #agents: ReadonlyMap<string, Agent>;

  constructor({ connectMs, responseMs, connections }: UpstreamLimits) {
    super();
    this.#agents = new Map(
      KINDS.map((kind) => [
        kind,
        new Agent({
          connections,
          pipelining: 1,
          headersTimeout: responseMs,
          bodyTimeout: responseMs,
          connect: { timeout: connectMs },
        }),
      ]),
    );
  }

  /** Throws for a request that names no pool. */
  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { [POOL_HEADER]: kind, ...headers } = { ...options.headers } as Record<string, string>;
    const agent = this.#agents.get(kind ?? '');
    if (agent === undefined) throw new Error(`no pool for ${String(kind)}`);
    return agent.dispatch({ ...options, headers }, handler);
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }
}
