import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run drill:logins -- --url URL --email ADDRESS --password TEXT [options]

  The owner of an account logs in on a device that is known to it, while sixty addresses of one network guess passwords at the
  same time, and then while the account is guessed from hundreds of addresses. The gateway must trust this machine's
  X-Forwarded-For: TRUSTED_PROXIES=127.0.0.1. Ends with 1 when a login of the owner fails.

  --url URL         of the site
  --email ADDRESS   of an account without a second step
  --tries N         logins of the owner in each trial, 30 by default
  --busy N          processes beside them that keep a core busy each, 0 by default

  Guesses are sent by a process of its own.`;

const OWNER = '198.51.100.9';
const ELSEWHERE = '100.64.7.7';
const TRY_PAUSE_MS = 1_000;
const GUESS_PAUSE_MS = 500;
const NETWORK_ADDRESSES = 60;
const GUESSES_BEFORE = 110;
const GUESS_EVERY_MS = 250;
const TIMEOUT_MS = 20_000;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    tries: { type: 'string', default: '30' },
    busy: { type: 'string', default: '0' },
    /** Crowd that this process is until its parent stops it. */
    crowd: { type: 'string' },
  },
});
const { email, password, url } = values;
if (url === undefined || email === undefined || password === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const site = new URL(url);
const agent = new Agent({ keepAlive: true });

interface Attempt {
  address: string;
  identifier: string;
  password: string;
  headers?: Record<string, string>;
}

interface Outcome {
  status: number;
  ms: number;
  retryAfter: string;
  cookie: string | null;
}

function logIn({ address, identifier, password: typed, headers = {} }: Attempt): Promise<Outcome> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const settle = (status: number, retryAfter = '', cookie: string | null = null): void =>
    resolve({ status, ms: performance.now() - startedAt, retryAfter, cookie });
  const body = JSON.stringify({ identifier, password: typed });
  const sent = request(
    {
      agent,
      method: 'POST',
      host: site.hostname,
      port: site.port,
      path: '/api/auth/local',
      timeout: TIMEOUT_MS,
      headers: {
        host: site.host,
        'x-forwarded-for': address,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    },
    (response) => {
      const { statusCode = 0, headers: received } = response;
      const device = received['set-cookie']?.find((one) => one.includes('device='));
      response.resume();
      response.once('end', () =>
        settle(statusCode, received['retry-after'], device?.split(';', 1)[0] ?? null),
      );
      response.once('error', () => settle(0));
    },
  );
  sent.once('timeout', () => sent.destroy());
  sent.once('error', () => settle(0));
  sent.end(body);
  return promise;
}

let isOver = false;

async function sixtyOfOneNetwork(): Promise<void> {
  const guesser = async (_: unknown, client: number): Promise<void> => {
    for (let guess = 0; !isOver; guess += 1) {
      const identifier = `name${client}-${guess}@x.example`;
      await logIn({ address: `192.0.2.${client}`, identifier, password: 'wrong' });
      await delay(GUESS_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: NETWORK_ADDRESSES }, guesser));
}

async function hundredsOfAddresses(identifier: string): Promise<void> {
  const guess = (index: number): Promise<Outcome> =>
    logIn({ address: `203.0.${index >> 8}.${index & 255}`, identifier, password: 'wrong' });
  for (let index = 0; index < GUESSES_BEFORE && !isOver; index += 1) await guess(index);
  const sent: Promise<Outcome>[] = [];
  for (let index = GUESSES_BEFORE; !isOver; index += 1) {
    sent.push(guess(index));
    await delay(GUESS_EVERY_MS);
  }
  await Promise.all(sent);
}

const CROWDS: Readonly<Record<string, () => Promise<void>>> = {
  'sixty addresses of one network': sixtyOfOneNetwork,
  'hundreds of addresses, this account': () => hundredsOfAddresses(email),
  busy: async () => {
    while (!isOver) {
      for (const end = performance.now() + 50; performance.now() < end;);
      await delay(0);
    }
  },
};

function start(crowd: string): ChildProcess {
  return fork(import.meta.filename, [...process.argv.slice(2), '--crowd', crowd]);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.send('over');
  await ended;
}

async function trial(crowd: string, owner: Omit<Attempt, 'address'>): Promise<boolean> {
  const guessing = start(crowd);
  // The budgets of the addresses are spent by then.
  await delay(10_000);
  const outcomes: Outcome[] = [];
  for (let index = 0; index < Number(values.tries); index += 1) {
    outcomes.push(await logIn({ ...owner, address: ELSEWHERE }));
    await delay(TRY_PAUSE_MS);
  }
  await stop(guessing);
  const failed = outcomes.filter(({ status }) => status !== 200);
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? NaN).toFixed(0);
  const reasons = failed.map(
    ({ status, retryAfter }) => `${status}${retryAfter && ` after ${retryAfter} s`}`,
  );
  console.log(
    `| ${[crowd, outcomes.length, failed.length, at(0.5), at(1), reasons.join(', ')].join(' | ')} |`,
  );
  return failed.length === 0;
}

async function runTrials(identifier: string, right: string): Promise<void> {
  const own = { identifier, password: right };
  const page = { origin: site.origin, 'sec-fetch-site': 'same-origin' };
  const first = await logIn({ ...own, address: OWNER, headers: page });
  if (first.cookie === null) throw new Error(`the owner cannot log in: ${first.status}`);
  const busy = Array.from({ length: Number(values.busy) }, () => start('busy'));
  const headers = { ...page, cookie: first.cookie };
  console.log('| crowd | logins of the owner | failed | p50 ms | longest ms | how |');
  console.log('|---|---|---|---|---|---|');
  let isMissed = false;
  for (const crowd of Object.keys(CROWDS).filter((name) => name !== 'busy'))
    isMissed = !(await trial(crowd, { ...own, headers })) || isMissed;
  await Promise.all(busy.map(stop));
  process.exitCode = isMissed ? 1 : 0;
}

const { crowd } = values;
if (crowd === undefined) await runTrials(email, password);
else {
  process.once('message', () => {
    isOver = true;
    process.disconnect();
  });
  process.once('disconnect', () => (isOver = true));
  await CROWDS[crowd]?.();
}
agent.destroy();
