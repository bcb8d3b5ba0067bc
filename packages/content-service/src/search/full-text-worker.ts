import { parentPort, workerData } from 'node:worker_threads';
import { createFullTextIndex, type FullTextIndex } from './full-text-index.ts';

export interface IndexCall {
  number: number;
  method: keyof FullTextIndex;
  args: readonly unknown[];
}

export interface IndexReply {
  number: number;
  value?: unknown;
  error?: string;
}

// The thread of a search index: executes calls in the order in which they were sent, so that a search sees every change
// before it.
const index = createFullTextIndex((workerData as { path: string }).path);

parentPort?.on('message', ({ number, method, args }: IndexCall) => {
  const reply: IndexReply = { number };
  try {
    reply.value = (index[method] as (...values: readonly unknown[]) => unknown)(...args);
  } catch (error) {
    reply.error = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(reply);
  if (method === 'close') parentPort?.close();
});
