import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pollUntil } from '../src/deadline.mjs';
import { ensureClassPath } from '../src/jars.mjs';
import { ensureJava, findJava } from '../src/java.mjs';
import { startMongo } from '../src/mongo.mjs';
import { provisionRedis, startRedis } from '../src/redis.mjs';
import { startKafka } from '../src/kafka.mjs';
import { freshDataDir } from './engine-folders.ts';

const JARS = join(import.meta.dirname, '..', 'src', 'jars.mjs');

function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'vidhi-provision-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Returns a folder for PATH with one program, a shell script. */
function pathWith(program: string, script: string): string {
  const dir = freshFolder();
  writeFileSync(join(dir, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dir, program), 0o755);
  return dir;
}

describe('without a required program and without permission to install it', () => {
  const nothing = { PATH: '/nowhere' };

  it('names the Java to install', async () => {
    await expect(ensureJava({ env: nothing, mayInstall: false })).rejects.toMatchObject({
      sentence: expect.stringMatching(/Java 17 or later is missing: install openjdk-17-jre-headless/),
    });
  });

  it('skips a Java that is too old', async () => {
    const old = pathWith('java', 'echo \'openjdk version "11.0.2" 2019-01-15\' >&2');
    expect(await findJava({ PATH: old })).toBeUndefined();
  });

  it('names the Redis to install', async () => {
    await expect(provisionRedis({ env: nothing, mayInstall: false })).rejects.toMatchObject({
      sentence: expect.stringMatching(/Redis is missing: install redis-server .* or set REDIS_URL/),
    });
  });

  it('names the Maven to install', async () => {
    const options = { engineDir: freshFolder(), java: await ensureJava(), env: nothing, mayInstall: false };
    await expect(ensureClassPath('kafka', options)).rejects.toMatchObject({
      sentence: expect.stringMatching(/Maven is missing: install maven/),
    });
  });
});

describe('a download with Maven', () => {
  it('that fails is reported, and leaves no folder that would be taken for an engine', async () => {
    const engineDir = freshFolder();
    const mvn = pathWith('mvn', 'echo "Could not transfer artifact: Unknown host"; exit 1');
    const options = { engineDir, java: await ensureJava(), env: { PATH: `${mvn}:${process.env['PATH']}` } };
    await expect(ensureClassPath('kafka', options)).rejects.toMatchObject({
      sentence: expect.stringMatching(/Kafka's jars could not be downloaded .*no network/),
    });
    expect(readdirSync(engineDir).filter((name) => !name.includes('.partial'))).toEqual([]);
  });

  it('on a full disk is reported', async () => {
    const mvn = pathWith('mvn', 'echo "java.io.IOException: No space left on device"; exit 1');
    const options = {
      engineDir: freshFolder(),
      java: await ensureJava(),
      env: { PATH: `${mvn}:${process.env['PATH']}` },
    };
    await expect(ensureClassPath('kafka', options)).rejects.toMatchObject({
      sentence: expect.stringMatching(/^The disk is full/),
    });
  });

  it('with a wrong checksum is rejected', async () => {
    const forge =
      'for a in "$@"; do case $a in -DoutputDirectory=*) d="${a#*=}";; esac; done; echo evil > "$d/h2-2.3.232.jar"';
    const mvn = pathWith('mvn', forge);
    const options = {
      engineDir: freshFolder(),
      java: await ensureJava(),
      env: { PATH: `${mvn}:${process.env['PATH']}` },
    };
    await expect(ensureClassPath('mongo-standin', options)).rejects.toMatchObject({
      sentence: expect.stringMatching(/jar .* does not have the recorded checksum/),
    });
  });

  it('that was killed is repeated by the next starts, two of which at once result in one folder', async () => {
    const engineDir = freshFolder();
    const java = await ensureJava();
    const script = `
      const { ensureClassPath } = await import(${JSON.stringify(JARS)});
      await ensureClassPath('mongo-standin', ${JSON.stringify({ engineDir, java })});`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await pollUntil(
      () => (readdirSync(engineDir).some((name) => name.includes('.partial')) ? true : undefined),
      {
        withinMs: 60_000,
      },
    );
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const leftover = 'mongo-standin-0123456789.partial-1';
    mkdirSync(join(engineDir, leftover));

    const [first, second] = await Promise.all([
      ensureClassPath('mongo-standin', { engineDir, java }),
      ensureClassPath('mongo-standin', { engineDir, java }),
    ]);
    expect(first.length).toBeGreaterThan(10);
    expect(first.filter((entry) => !existsSync(entry))).toEqual([]);
    expect(second).toEqual(first);
    expect(existsSync(join(engineDir, leftover))).toBe(false);
    // The killed process leaves a file of its lock, and its Maven may still write.
    const theirs = new RegExp(`^\\.lock|\\.partial-${killed.pid}$`);
    expect(readdirSync(engineDir).filter((name) => !theirs.test(name))).toHaveLength(1);
  });
});

describe('an address in the environment', () => {
  it('that does not respond is reported', async () => {
    const folder = freshDataDir();
    onTestFinished(() => folder[Symbol.dispose]());
    const engines = [
      ['MONGO_URL', 'mongodb://127.0.0.1:1/', startMongo],
      ['KAFKA_BROKERS', '127.0.0.1:1', startKafka],
      ['REDIS_URL', 'redis://127.0.0.1:1', startRedis],
    ] as const;
    const failures = engines.map(([variable, address, start]) =>
      expect(start({ ...folder.options('engine'), env: { [variable]: address } })).rejects.toMatchObject({
        sentence: expect.stringMatching(
          new RegExp(`address in ${variable} does not respond: start it, or unset`),
        ),
      }),
    );
    await Promise.all(failures);
  });

  it('is used, and no engine is started', async () => {
    const folder = freshDataDir();
    onTestFinished(() => folder[Symbol.dispose]());
    const { MONGO_URL, KAFKA_BROKERS, REDIS_URL } = process.env;
    const options = { ...folder.options('engine'), env: { MONGO_URL, KAFKA_BROKERS, REDIS_URL } };
    const engines = await Promise.all([startMongo(options), startKafka(options), startRedis(options)]);
    expect(engines.map(({ kind, url }) => [kind, url])).toEqual([
      ['external', MONGO_URL],
      ['external', KAFKA_BROKERS],
      ['external', REDIS_URL],
    ]);
    await Promise.all(engines.map((engine) => engine.stop()));
    expect(readdirSync(join(folder.dataDir, 'run'))).toEqual([]);
  });
});

describe('Redis', () => {
  it('keeps every acknowledged write and its port when it is killed', async () => {
    const folder = freshDataDir();
    onTestFinished(() => folder[Symbol.dispose]());
    const { Redis } = await import('ioredis');
    const died = Promise.withResolvers<string>();
    const engine = await startRedis({
      ...folder.options('redis'),
      onExit: ({ sentence }) => died.resolve(sentence),
    });
    const client = new Redis(engine.url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    await Promise.all(Array.from({ length: 500 }, (_, index) => client.set(`key-${index}`, index)));
    process.kill(Number(engine.pid), 'SIGKILL');
    expect(await died.promise).toMatch(/^Redis ended by SIGKILL/);
    client.disconnect();

    const again = await startRedis(folder.options('redis'));
    expect(again.url).toBe(engine.url);
    const reader = new Redis(again.url);
    expect(await reader.dbsize()).toBe(500);
    expect(await reader.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    reader.disconnect();
    await again.stop();
  });
});
