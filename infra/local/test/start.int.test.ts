import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deleteTopics } from '@vidhi/testing/delete-topics.ts';
import { anyFreePort } from '../src/ports.mjs';
import { startTimeOf } from '../src/processes.mjs';

const START = join(import.meta.dirname, '..', 'start.mjs');
const READY = /Vidhi is ready at (\S+)/;
/** Time limit of a start on an overloaded machine. */
const PATIENCE_MS = 300_000;
const TEST_MS = 900_000;

interface Launch {
  child: ChildProcess;
  /** Everything printed so far. */
  output: () => string;
  /** Resolves with the match as soon as the output has it. */
  sees: (pattern: RegExp, withinMs?: number) => Promise<RegExpExecArray>;
  ended: Promise<number | null>;
}

let dataDir: string;
let launches: Launch[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vidhi-start-'));
});
afterEach(async () => {
  for (const { child, ended } of launches) {
    child.kill('SIGTERM');
    await ended;
  }
  launches = [];
  // Starting and stopping a launcher cleans up after one killed with SIGKILL.
  const last = launch({ PORT: '0' });
  await last.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the launcher with its own engines, not those of this test run, unless `env` has their addresses. */
function launch(env: Record<string, string>): Launch {
  const { MONGO_URL: _mongo, KAFKA_BROKERS: _kafka, REDIS_URL: _redis, ...rest } = process.env;
  const child = spawn(process.execPath, [START], { env: { ...rest, DATA_DIR: dataDir, ...env } });
  let text = '';
  const listeners = new Set<() => void>();
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const sees: Launch['sees'] = (pattern, withinMs = PATIENCE_MS) =>
    new Promise((resolve, reject) => {
      const forget = (): void => {
        listeners.delete(check);
        clearTimeout(timer);
      };
      const check = (): void => {
        const found = pattern.exec(text);
        if (found === null) return;
        forget();
        resolve(found);
      };
      const timer = setTimeout(() => {
        forget();
        reject(new Error(`${pattern} was not seen in:\n${text}`));
      }, withinMs);
      void ended.then(() => {
        check();
        forget();
        reject(new Error(`the launcher ended before ${pattern}:\n${text}`));
      });
      listeners.add(check);
      check();
    });
  const started = { child, output: () => text, sees, ended };
  launches.push(started);
  return started;
}

/** Returns the running processes that are recorded in the data folder's pid files. */
function runningProcesses(): string[] {
  const folder = join(dataDir, 'run');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.pid'))
    .filter((file) => {
      const [pid, startedAt] = readFileSync(join(folder, file), 'utf8').split('\n');
      return startTimeOf(Number(pid)) === startedAt?.trim();
    });
}

/** Files that users other than the owner may access. */
function openToOthers(folder: string): string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((path) => {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o077) !== 0;
  });
}

const pidOf = (name: string): number =>
  Number(readFileSync(join(dataDir, 'run', `${name}.pid`), 'utf8').split('\n')[0]);

const freePort = async (): Promise<string> => String(await anyFreePort());

/** Settings of a site that uses the Kafka of this test run, as starting one takes longer than such a test. */
function sharedKafka(): Record<string, string> {
  const brokers = process.env['KAFKA_BROKERS'] ?? '';
  const suffix = `.t${randomBytes(6).toString('hex')}`;
  onTestFinished(() => deleteTopics(brokers, suffix));
  return { KAFKA_BROKERS: brokers, TOPIC_SUFFIX: suffix };
}

describe('npm start', () => {
  it('prints what to do when its port is taken, and starts no process', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const started = launch({ PORT: String(address.port) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`Port ${address.port} is taken by another program`);
    expect(runningProcesses()).toEqual([]);
    other.close();
  });

  it('rejects an invalid PORT', async () => {
    const started = launch({ PORT: 'eighty' });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('PORT must be a number from 1 to 65535');
  });

  it.each([/Starting the engines/, /Starting the services/])(
    'leaves no process running when it is stopped at %s',
    async (step) => {
      const started = launch({ PORT: await freePort(), DEMO: '0' });
      await started.sees(step);
      started.child.kill('SIGINT');
      expect(await started.ended).toBe(0);
      expect(runningProcesses()).toEqual([]);
      expect(started.output()).not.toContain('unexpectedly');
    },
    TEST_MS,
  );

  it(
    'exits with the reason when the gateway does not start',
    async () => {
      const started = launch({ ...sharedKafka(), PORT: await freePort(), DEMO: '0', CACHE_BYTES: 'many' });
      expect(await started.ended).toBe(1);
      expect(started.output()).toMatch(/Vidhi cannot continue\. gateway did not start[^]*CACHE_BYTES/);
      expect(runningProcesses()).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'serves the rest when a service does not start, reports it, and stops all processes on SIGTERM',
    async () => {
      const started = launch({
        ...sharedKafka(),
        PORT: await freePort(),
        DEMO: '0',
        KEY_ROTATION_DAYS: 'never',
      });
      const [, url = ''] = await started.sees(READY);
      await started.sees(/Not running +accounts: retried/);
      expect((await fetch(`${url}/api/posts`)).status).toBe(200);
      await started.sees(/accounts keeps failing: the site runs without it/);
      started.child.kill('SIGTERM');
      expect(await started.ended).toBe(0);
      expect(started.output().match(/accounts keeps failing/g)).toHaveLength(1);
      expect(runningProcesses()).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'starts no sandbox beside a real mail server and keys of the card provider',
    async () => {
      const started = launch({
        ...sharedKafka(),
        PORT: await freePort(),
        DEMO: '0',
        PUBLIC_URL: 'https://site.example',
        SMTP_URL: 'smtps://user:password@mail.invalid',
        RAZORPAY_KEY_ID: 'rzp_live_none',
        RAZORPAY_KEY_SECRET: 'x'.repeat(24),
        RAZORPAY_WEBHOOK_SECRET: 'y'.repeat(24),
      });
      await started.sees(READY);
      expect(started.output()).not.toMatch(/Mail inbox|Payment sandbox|Not running/);
      expect(runningProcesses()).toEqual(expect.arrayContaining(['notify.pid', 'payments.pid']));
      expect(runningProcesses().filter((name) => name.includes('sandbox'))).toEqual([]);
    },
    TEST_MS,
  );

  it('starts nothing when the data of its folder are in another MongoDB', async () => {
    writeFileSync(
      join(dataDir, 'mongo-engine.json'),
      JSON.stringify({ engine: 'external', hosts: 'db.example:27017' }),
    );
    const started = launch({ PORT: await freePort() });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(
      /Vidhi cannot continue\. The data of this site are in the MongoDB at db\.example:27017, .*npm run move-data/,
    );
    expect(runningProcesses()).toEqual([]);
  });

  it(
    'serves the demo, restarts killed processes, cleans up after itself and keeps the data',
    async () => {
      const port = await freePort();
      const first = launch({ PORT: port });
      const [, url = ''] = await first.sees(READY);
      expect(first.output()).toContain('password');
      // Importing a site sends no mails.
      const [, inbox = ''] = await first.sees(/Mail inbox at (\S+)/);
      expect(await (await fetch(`${inbox}/messages`)).json()).toEqual([]);
      const [, payments = ''] = await first.sees(/Payment sandbox at (\S+)/);
      expect(await (await fetch(payments)).text()).toContain('<h1>Payment sandbox</h1>');
      const posts = async (): Promise<unknown> =>
        (await fetch(`${url}/api/posts?fields=title&pagination[pageSize]=3&sort=publish_date:desc`)).json();
      const before = await posts();
      expect(before).toMatchObject({ meta: { pagination: { pageSize: 3 } } });

      expect(openToOthers(dataDir)).toEqual([]);

      for (const name of ['news', 'mongo', 'redis']) {
        process.kill(pidOf(name), 'SIGKILL');
        await first.sees(new RegExp(`${name} is back`));
      }
      expect(await posts()).toEqual(before);

      const double = launch({ PORT: await freePort() });
      expect(await double.ended).toBe(1);
      expect(double.output()).toContain('Vidhi is already running from this data folder');

      first.child.kill('SIGKILL');
      await first.ended;
      expect(runningProcesses().length).toBeGreaterThan(5);
      const second = launch({ PORT: port });
      await second.sees(/Stopped processes that an earlier start had left running/);
      await second.sees(READY);
      expect(await posts()).toEqual(before);

      second.child.kill('SIGINT');
      expect(await second.ended).toBe(0);
      expect(runningProcesses()).toEqual([]);
    },
    TEST_MS,
  );
});
