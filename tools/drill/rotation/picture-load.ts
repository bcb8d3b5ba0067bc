import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from '@vidhi/local/paths.mjs';
import type { Client, Exchange } from '@vidhi/harness/http-exchange.ts';
import { failureOf, OK, wrong, type OutcomeLog } from '../outcomes.ts';

export interface PictureLoadOptions {
  gateway: string;
  client: Client;
  /** Headers of an editor. */
  headers: () => Record<string, string>;
  log: OutcomeLog;
}

const EVERY_MS = 3_000;
const REQUEST_MS = 15_000;

/** An editor uploads a picture every few seconds, and a visitor reads it. */
export function startPictureLoad({ gateway, client, headers, log }: PictureLoadOptions): {
  stop(): Promise<void>;
} {
  const ending = new AbortController();
  const picture = readFileSync(inRoot('web', 'public', 'icon-192.png'));
  let number = 0;

  async function upload(): Promise<Exchange> {
    number += 1;
    const form = new FormData();
    form.append('files', new Blob([picture], { type: 'image/png' }), `drill-${number}.png`);
    const startedAt = Date.now();
    const sent = { path: '/api/upload', headers: {}, body: '', startedAt };
    try {
      const response = await fetch(`${gateway}/api/upload`, {
        method: 'POST',
        headers: headers(),
        body: form,
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const body = await response.text();
      return { ...sent, status: response.status, error: null, body, endedAt: Date.now() };
    } catch (error) {
      return { ...sent, status: null, error: String(error), endedAt: Date.now() };
    }
  }

  function note(exchange: Exchange): boolean {
    const { status, body } = exchange;
    const verdict = status === 200 ? OK : wrong(`${status} to a picture: ${body.slice(0, 100)}`);
    log.add('picture', { ...exchange, body: '' }, failureOf(exchange) ?? verdict);
    return status === 200;
  }

  async function storeAndRead(): Promise<void> {
    const stored = await upload();
    if (!note(stored)) return;
    const [{ url = '' } = {}] = JSON.parse(stored.body) as { url?: string }[];
    note(await client(url));
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await storeAndRead();
      await delay(EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}
