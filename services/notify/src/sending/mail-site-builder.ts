import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailRequestResponse } from '@vidhi/contracts/mail-requests.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess } from '@vidhi/testing/service-process.ts';

// Surroundings of notify in integration tests: the mail inbox as a process, and an accounts service that follows the
// contract.

export const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const INBOX = join(import.meta.dirname, '../../../../infra/sandbox/src/server.ts');

export interface ReceivedMail {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; bytes: number }[];
}

/**
 * Starts a server that responds as accounts and as cart-orders: mail requests are as a test sets them, unknown ones are
 * void; `documents` are the bodies of other paths, 404 for the rest.
 */
export async function startFakeAccounts() {
  const responses = new Map<string, MailRequestResponse>();
  const documents = new Map<string, unknown>();
  const state = { isDown: false, calls: 0 };
  const server = createServer((request, response) => {
    state.calls += 1;
    const id = /^\/internal\/mail-requests\/([^/]+)$/.exec(request.url ?? '')?.[1] ?? '';
    const reply = responses.get(id);
    const isAllowed = request.headers['x-service-token'] === SERVICE_TOKEN;
    const isRead = request.method === 'GET';
    const body = isRead ? documents.get(request.url ?? '') : reply;
    response.statusCode = state.isDown
      ? 503
      : !isAllowed
        ? 403
        : body !== undefined
          ? 200
          : isRead
            ? 404
            : 410;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(response.statusCode === 200 ? body : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses,
    documents,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export async function startInbox() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidhi-inbox-'));
  const running = await startServiceProcess({ script: INBOX, env: { DATA_DIR: dataDir } });
  const { port } = (await (await fetch(`${running.url}/smtp`)).json()) as { port: number };
  return {
    url: running.url,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    async mails(to?: string): Promise<ReceivedMail[]> {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
      return (await (await fetch(`${running.url}/messages${query}`)).json()) as ReceivedMail[];
    },
    async fail(fault: Record<string, unknown>): Promise<void> {
      await fetch(`${running.url}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
    },
    async headersOf(mail: ReceivedMail): Promise<string> {
      const all = await fetch(`${running.url}/`).then((page) => page.text());
      const ids = [...all.matchAll(/href="\/mails\/(\d+)"/g)].map(([, id]) => id);
      const sources = await Promise.all(
        ids.map((id) => fetch(`${running.url}/mails/${id}/source`).then((source) => source.text())),
      );
      const headers = sources.map((text) => (text.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' '));
      // A later mail of a thread names it, too.
      return headers.find((text) => text.includes(`Message-ID: ${mail.messageId}`)) ?? '';
    },
    async close(): Promise<void> {
      await running.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the names that no other test uses, and the environment of a notify process. */
export function notifyEnvironment(
  name: string,
  { accountsUrl, inbox }: { accountsUrl: string; inbox: { url: string; smtpUrl: string } },
) {
  const database = freshDatabase(name);
  const suffix = freshTopicSuffix();
  const queuePrefix = freshQueuePrefix();
  const { kafkaBrokers, redisUrl } = testEngines();
  return {
    database,
    suffix,
    queuePrefix,
    env: {
      MONGO_URL: database.url,
      KAFKA_BROKERS: kafkaBrokers,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `${queuePrefix}:`,
      QUEUE_PREFIX: queuePrefix,
      TOPIC_SUFFIX: suffix,
      SERVICE_TOKEN,
      ACCOUNTS_URL: accountsUrl,
      // One server responds as all other services.
      CART_ORDERS_URL: accountsUrl,
      CATALOG_URL: accountsUrl,
      NEWS_URL: accountsUrl,
      JWKS_URL: `${accountsUrl}/.well-known/jwks.json`,
      SMTP_URL: inbox.smtpUrl,
      MAIL_LOOKUP_URL: `${inbox.url}/messages`,
      PUBLIC_URL: 'https://vidhi.example',
      CONTACT_EMAIL: 'office@vidhi.example',
      MAIL_SWEEP_MS: '300',
    },
  };
}
