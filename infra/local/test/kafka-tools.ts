import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureClassPath } from '../src/jars.mjs';
import { ensureJava, shortLivedOptions } from '../src/java.mjs';
import { classArchiveOptions } from '../src/kafka.mjs';
import { envWithoutAddresses } from './engine-folders.ts';

const ENGINE_DIR = join(import.meta.dirname, '..', '..', '..', '.engines');

/** Runs one of Kafka's command-line tools. */
export async function runTool(mainClass: string, args: readonly string[], input?: string): Promise<string> {
  const env = envWithoutAddresses();
  const java = await ensureJava({ env });
  const classPath = await ensureClassPath('kafka', { engineDir: ENGINE_DIR, java, env });
  const shortLived = { VIDHI_SHORT_LIVED_ENGINES: '1' };
  const flags = [
    ...shortLivedOptions(shortLived),
    ...classArchiveOptions(classPath, shortLived),
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
  ];
  const tool = spawn(java, [...flags, '-cp', classPath.join(':'), mainClass, ...args]);
  let output = '';
  tool.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  tool.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  tool.stdin.end(input ?? '');
  return new Promise((resolve, reject) => {
    tool.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

export const produce = (brokers: string, topic: string, lines: string[]): Promise<string> =>
  runTool(
    'org.apache.kafka.tools.ConsoleProducer',
    ['--bootstrap-server', brokers, '--topic', topic, '--command-property', 'acks=all'],
    `${lines.join('\n')}\n`,
  );

export async function consume(brokers: string, topic: string, count: number): Promise<string[]> {
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
