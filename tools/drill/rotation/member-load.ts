import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import type { Client, Exchange } from '@vidhi/harness/http-exchange.ts';
import { failed, failureOf, OK, wrong, type Kind, type OutcomeLog } from '../outcomes.ts';
import { registrationBody } from '../registration-body.ts';
import { addressOf } from '../views.ts';

export interface MemberLoadOptions {
  client: Client;
  inbox: Client;
  /** Origin of the site's pages. */
  origin: string;
  log: OutcomeLog;
  /** Bearer token of Prometheus at this moment. */
  scrapeToken: () => string;
}

/** People who stay logged in or register, and Prometheus. */
export interface MemberLoad {
  /** The access token of the session that is renewed each second; null before the first login. */
  accessToken(): string | null;
  /** The session's cookie, with which the next one is requested. */
  sessionCookie(): string | null;
  /** Resolves when the registrations begun so far have ended. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const REGISTRATION_MS = 5_000;
const MAIL_MS = 60_000;
const POLL_MS = 500;
const FIRST_ADDRESS = 0xd0_0000;
const CONFIRMATION = '/confirm-email';

const cookieIn = ({ headers }: Exchange): string | null =>
  headers['set-cookie']?.[0]?.split(';', 1)[0] ?? null;

/** Returns the first link of a mail to the page that confirms an address. */
export function confirmationIn(text: string): URL | null {
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  const found = links.find((link) => URL.canParse(link) && new URL(link).pathname === CONFIRMATION);
  return found === undefined ? null : new URL(found);
}

export function startMemberLoad(options: MemberLoadOptions): MemberLoad {
  const { client, inbox, origin, log, scrapeToken } = options;
  const ending = new AbortController();
  const registrations = new Set<Promise<void>>();
  const run = Date.now().toString(36);
  let cookie: string | null = null;
  let token: string | null = null;

  /** Records the outcome; returns whether the response has this status. */
  function note(kind: Kind, exchange: Exchange, status: number): boolean {
    const isExpected = exchange.status === status;
    const verdict = wrong(`${exchange.status} instead of ${status}: ${exchange.body.slice(0, 100)}`);
    log.add(kind, exchange, failureOf(exchange) ?? (isExpected ? OK : verdict));
    return isExpected;
  }

  async function logIn(): Promise<void> {
    const staff = DEMO_STAFF.find(({ role }) => role === 'administrator');
    const exchange = await client('/api/auth/local', {
      method: 'POST',
      headers: { origin, 'x-keep-session': '1' },
      body: { identifier: staff?.email, password: staff?.password },
    });
    if (note('session', exchange, 200)) cookie = cookieIn(exchange);
  }

  async function renew(): Promise<void> {
    if (cookie === null) return logIn();
    const exchange = await client('/api/auth/refresh', { method: 'POST', headers: { origin, cookie } });
    // After a failure the token of the session is unknown; a page would continue with its own.
    if (!note('refresh', exchange, 200)) {
      if (exchange.status === 401) cookie = null;
      return;
    }
    cookie = cookieIn(exchange) ?? cookie;
    ({ jwt: token } = JSON.parse(exchange.body) as { jwt: string });
    note('session', await client('/api/users/me', { headers: { authorization: `Bearer ${token}` } }), 200);
  }

  async function findLink(email: string): Promise<URL | null> {
    const startedAt = Date.now();
    for (const end = startedAt + MAIL_MS; ; await delay(POLL_MS)) {
      const exchange = await inbox(`/messages?to=${encodeURIComponent(email)}`);
      const mails = exchange.status === 200 ? (JSON.parse(exchange.body) as { text: string }[]) : [];
      const link = mails.map(({ text }) => confirmationIn(text)).find((found) => found !== null) ?? null;
      if (link === null && Date.now() < end) continue;
      const seen = { ...exchange, path: `mail to ${email}`, startedAt };
      log.add('mail', seen, link === null ? failed('no mail with a link') : OK);
      return link;
    }
  }

  async function register(number: number): Promise<void> {
    const name = `${run}-${number}`;
    const email = `member-${name}@law.example`;
    const headers = { origin, 'x-forwarded-for': addressOf(FIRST_ADDRESS + number) };
    const created = await client('/api/users', {
      method: 'POST',
      headers,
      body: registrationBody(email, `member-${name}`),
    });
    if (!note('registration', created, 201)) return;
    const link = await findLink(email);
    if (link === null) return;
    const body = { confirmation: link.searchParams.get('confirmation') };
    note(
      'registration',
      await client('/api/auth/email-confirmation', { method: 'POST', headers, body }),
      200,
    );
  }

  async function scrape(): Promise<void> {
    const exchange = await client('/metrics', { headers: { authorization: `Bearer ${scrapeToken()}` } });
    note('scrape', { ...exchange, body: '' }, 200);
  }

  async function repeat(everyMs: number, act: (round: number) => Promise<void> | void): Promise<void> {
    for (let round = 1; !ending.signal.aborted; round += 1) {
      await act(round);
      await delay(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const running = [
    repeat(EVERY_MS, renew),
    repeat(EVERY_MS, scrape),
    repeat(REGISTRATION_MS, (number) => {
      const registration = register(number).finally(() => registrations.delete(registration));
      registrations.add(registration);
    }),
  ];
  const drain = async (): Promise<void> => void (await Promise.all(registrations));
  return {
    accessToken: () => token,
    sessionCookie: () => cookie,
    drain,
    async stop() {
      ending.abort();
      await Promise.all(running);
      await drain();
    },
  };
}
