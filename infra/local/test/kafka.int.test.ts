import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  classArchiveOf,
  formatCheckpointOf,
  provisionKafka,
  startKafka,
  type RunningKafka,
} from '../src/kafka.mjs';
import { hasClusterMetadata } from '../src/kafka-probe.mjs';
import { freshDataDir } from './engine-folders.ts';
import { consume, createTopics, produce } from './kafka-tools.ts';

const shortLived = process.env['VIDHI_SHORT_LIVED_ENGINES'] === '1';

describe('Kafka', () => {
  const folder = freshDataDir();
  let first: RunningKafka;
  beforeAll(async () => void (first = await startKafka(folder.options('kafka'))));
  afterAll(() => folder[Symbol.dispose]());

  it.runIf(shortLived)(
    'uses the class archive and the output of the format tool that were stored for the tests',
    async () => {
      const options = folder.options('kafka');
      const { jars } = await provisionKafka(options);
      const [archive, checkpoint] = [classArchiveOf(jars), formatCheckpointOf(jars)];
      const isMapped = readFileSync(`/proc/${first.pid}/maps`, 'utf8').includes(archive);
      // Neither is there for a Kafka from PATH.
      expect(isMapped).toBe(existsSync(archive));
      const home = join(options.dataDir, 'kafka');
      const formatted = readFileSync(join(home, 'logs', 'bootstrap.checkpoint'));
      const isCopied = existsSync(checkpoint) && formatted.equals(readFileSync(checkpoint));
      expect(isCopied).toBe(existsSync(checkpoint));
      const meta = readFileSync(join(home, 'logs', 'meta.properties'), 'utf8');
      expect(meta).toContain(`cluster.id=${readFileSync(join(home, 'cluster-id'), 'utf8')}\n`);
    },
  );

  it('reports that its port is taken, and leaves no process running', async () => {
    const other = freshDataDir();
    onTestFinished(() => other[Symbol.dispose]());
    const exits: unknown[] = [];
    const second = startKafka({
      ...other.options('kafka'),
      port: Number(first.port),
      onExit: (exit) => exits.push(exit),
    });
    await expect(second).rejects.toMatchObject({
      sentence: expect.stringMatching(/^Port \d+ is taken by another program/),
    });
    expect(exits).toEqual([]);
  });

  it('keeps its messages and port after a stop and after a kill', async () => {
    const ended = Promise.withResolvers<string>();
    await createTopics(first.brokers, ['events']);
    await produce(first.brokers, 'events', ['line 1', 'line 2']);
    await first.stop();
    expect(await hasClusterMetadata({ host: '127.0.0.1', port: Number(first.port) })).toBe(false);

    const second = await startKafka({
      ...folder.options('kafka'),
      onExit: ({ sentence }) => ended.resolve(sentence),
    });
    expect(second.brokers).toBe(first.brokers);
    await produce(second.brokers, 'events', ['line 3']);
    process.kill(Number(second.pid), 'SIGKILL');
    expect(await ended.promise).toMatch(/^Kafka ended by SIGKILL: see .*kafka\.log/);

    const third = await startKafka(folder.options('kafka'));
    onTestFinished(() => third.stop());
    expect(third.brokers).toBe(first.brokers);
    expect(await consume(third.brokers, 'events', 3)).toEqual(['line 1', 'line 2', 'line 3']);
  });
});
