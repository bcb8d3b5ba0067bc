import { Worker } from 'node:worker_threads';
import { unavailable } from '@vidhi/contracts/errors.ts';
import type { FullTextIndex } from './full-text-index.ts';
import type { IndexReply, IndexCall } from './full-text-worker.ts';

/** A full-text index whose calls do not block the process. A call sees the effects of all calls before it. */
export type SearchIndex = {
  [Method in keyof FullTextIndex]: (
    ...args: Parameters<FullTextIndex[Method]>
  ) => Promise<ReturnType<FullTextIndex[Method]>>;
} & {
  /** Runs when the index was lost with its thread and an empty one took its place. */
  onLost(listener: () => void): void;
};

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

const METHODS: readonly (keyof FullTextIndex)[] = [
  'outdated',
  'put',
  'remove',
  'retain',
  'search',
  'mark',
  'close',
];

/** Returns an index whose methods go through `call`. */
export function indexOf(
  call: (method: keyof FullTextIndex, args: readonly unknown[]) => Promise<unknown>,
  onLost: SearchIndex['onLost'],
): SearchIndex {
  const methods = METHODS.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]);
  return { ...(Object.fromEntries(methods) as Omit<SearchIndex, 'onLost'>), onLost };
}

/** Opens an index in a thread of its own. The file is only a cache: where it is locked or damaged, a temporary one is used. */
export function openSearchIndex(path: string): SearchIndex {
  const pending = new Map<number, Pending>();
  const listeners: (() => void)[] = [];
  let number = 0;
  let isClosed = false;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL('full-text-worker.ts', import.meta.url), {
      workerData: { path },
      // node:sqlite warns that its API may still change; see ADR 15.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.unref();
    started.on('message', ({ number: replied, value, error }: IndexReply) => {
      const waiting = pending.get(replied);
      pending.delete(replied);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    // Reported by the rejection of the pending calls.
    started.on('error', () => undefined);
    started.on('exit', () => {
      for (const waiting of pending.values()) waiting.reject(unavailable());
      pending.clear();
      if (isClosed) return;
      worker = start();
      for (const listener of listeners) listener();
    });
    return started;
  }

  const call = async (method: keyof FullTextIndex, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return resolve(undefined);
      if (method === 'close') isClosed = true;
      number += 1;
      pending.set(number, { resolve, reject });
      worker.postMessage({ number, method, args } satisfies IndexCall);
    });
  return indexOf(call, (listener) => void listeners.push(listener));
}
