import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ensureClassPath } from '../src/jars.mjs';
import { ensureJava } from '../src/java.mjs';
import { startKafka } from '../src/kafka.mjs';
import { answersMetadata } from '../src/kafka-probe.mjs';
import { envWithoutAddresses, freshDataDir } from './engine-folders.ts';

const ENGINE_DIR = join(import.meta.dirname, '..', '..', '..', '.engines');

/** Runs one of Kafka's own command-line tools to its end. */
async function runTool(mainClass: string, args: readonly string[], input?: string): Promise<string> {
  const env = envWithoutAddresses();
  const java = await ensureJava({ env });
  const classPath = await ensureClassPath('kafka', { engineDir: ENGINE_DIR, java, env });
  const flags = ['-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=error'];
  const tool = spawn(java, [...flags, '-cp', classPath.join(':'), mainClass, ...args]);
  let output = '';
  tool.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  tool.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  tool.stdin.end(input ?? '');
  return new Promise((resolve, reject) => {
    tool.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

const produce = (brokers: string, topic: string, lines: string[]): Promise<string> =>
  runTool(
    'org.apache.kafka.tools.ConsoleProducer',
    ['--bootstrap-server', brokers, '--topic', topic, '--command-property', 'acks=all'],
    `${lines.join('\n')}\n`,
  );

async function consume(brokers: string, topic: string, count: number): Promise<string[]> {
  const all = [
    '--topic',
    topic,
    '--from-beginning',
    '--max-messages',
    String(count),
    '--timeout-ms',
    '20000',
  ];
  const output = await runTool('org.apache.kafka.tools.consumer.ConsoleConsumer', [
    '--bootstrap-server',
    brokers,
    ...all,
  ]);
  return output.split('\n').filter((line) => line.startsWith('line '));
}

function dataFolder() {
  const folder = freshDataDir();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder;
}

describe('Kafka', () => {
  it('keeps its messages over a stop and over a kill, on the same port', async () => {
    const folder = dataFolder();
    const ended = Promise.withResolvers<string>();
    const first = await startKafka(folder.options('kafka'));
    const topic = ['--create', '--topic', 'facts', '--partitions', '1'];
    await runTool('org.apache.kafka.tools.TopicCommand', ['--bootstrap-server', first.brokers, ...topic]);
    await produce(first.brokers, 'facts', ['line 1', 'line 2']);
    await first.stop();
    expect(await answersMetadata({ host: '127.0.0.1', port: Number(first.port) })).toBe(false);

    const second = await startKafka({
      ...folder.options('kafka'),
      onExit: ({ sentence }) => ended.resolve(sentence),
    });
    expect(second.brokers).toBe(first.brokers);
    await produce(second.brokers, 'facts', ['line 3']);
    process.kill(Number(second.pid), 'SIGKILL');
    expect(await ended.promise).toMatch(/^Kafka ended by SIGKILL: see .*kafka\.log/);

    const third = await startKafka(folder.options('kafka'));
    onTestFinished(() => third.stop());
    expect(third.brokers).toBe(first.brokers);
    expect(await consume(third.brokers, 'facts', 3)).toEqual(['line 1', 'line 2', 'line 3']);
  }, 120_000);

  it('says that its port is taken, and leaves nothing running', async () => {
    const folder = dataFolder();
    const neighbour = await startKafka(dataFolder().options('kafka'));
    onTestFinished(() => neighbour.stop());
    const exits: unknown[] = [];
    const second = startKafka({
      ...folder.options('kafka'),
      port: Number(neighbour.port),
      onExit: (exit) => exits.push(exit),
    });
    await expect(second).rejects.toMatchObject({
      sentence: expect.stringMatching(/^Port \d+ is taken by another program/),
    });
    expect(exits).toEqual([]);
  }, 120_000);
});
