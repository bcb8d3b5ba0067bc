import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SERVICES } from '@vidhi/contracts/services.mjs';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const services = [
  ...SERVICES.map(({ name, script }) => ({ name, folder: dirname(script) })),
  { name: 'hello', folder: 'tests/example-service/src' },
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Files beside the folders: those of every service, tests of a whole service with their builders, and its commands. */
const IN_NO_FOLDER =
  /^(?:server|open|app|config|collections|topics|crashing-process)\.ts$|\.test\.ts$|-builder\.ts$|-cli\.ts$/;

/** Files that measure one response, one body or one process at intervals. */
const MEASURING = new Set(['buffered-response.ts', 'receive-body.ts', 'process-limits.ts']);

/** Files of a service that run in it. */
const sourcesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root }).filter(
    (file) => !/\.test\.ts$|-builder\.ts$|-cli\.ts$|^crashing-process\.ts$/.test(basename(file)),
  );

const serverOf = (name: string): string => `import { runService } from '@vidhi/service-kit/run-service.ts';
import { readConfig } from './config.ts';
import { open } from './open.ts';

await runService({ name: '${name}', config: readConfig(process.env), open${name === 'gateway' ? ', isEdge: true' : ''} });
`;

/** Returns the lines of an `open.ts` that do more than compose: variables, branches, loops and further functions. */
const doingsIn = (source: string): string[] =>
  source
    .split('\n')
    .filter((line) => !line.startsWith('export async function open('))
    .filter((line) =>
      /^\s*(?:export )?(?:async )?(?:let|var|if|for|while|do|switch|try|throw|function|class)\b|^\s*const \w+ = .*=> \{$/.test(
        line,
      ),
    );

/** Returns the handlers of events that are written where they are handed to a consumer. */
const handlersIn = (source: string): string[] =>
  source.match(/^\s*(?:async handle|handle)(?:\(|: (?:async )?(?:\(|\w+ =>)).*/gm) ?? [];

describe.each(services)('$name', ({ name, folder }) => {
  it('reads the environment and calls open in server.ts, and does nothing else there', () => {
    expect(read(`${folder}/server.ts`)).toBe(serverOf(name));
  });

  it('composes its parts in open.ts: constants and calls', () => {
    const source = read(`${folder}/open.ts`);
    expect(source).toMatch(/^export async function open\(/m);
    expect(doingsIn(source)).toEqual([]);
  });

  it('has the handlers of events in functions of their own', () => {
    const sources = sourcesOf(folder).filter((file) =>
      /\b(?:openConsumer|startLetterConsumer)\(/.test(read(file)),
    );
    expect(sources.filter((file) => handlersIn(read(file)).length > 0)).toEqual([]);
  });

  it('opens no connection in app.ts, and does not listen', () => {
    expect(read(`${folder}/app.ts`)).not.toMatch(
      /\b(?:connectKafka|connectKafkaOf|openMongo|openDatabase|connectRedis|openCounters|openConsumer)\b|\.listen\(/,
    );
  });

  it('sorts its other files into folders', () => {
    const loose = globSync(`${folder}/*.ts`, { cwd: root }).map((file) => basename(file));
    expect(name === 'web' ? [] : loose.filter((file) => !IN_NO_FOLDER.test(file))).toEqual([]);
  });

  it('repeats tasks by closers.every', () => {
    const timed = sourcesOf(folder).filter((file) => read(file).includes('setInterval('));
    expect(timed.filter((file) => !MEASURING.has(basename(file)))).toEqual([]);
  });

  it('reads no setting from the environment elsewhere', () => {
    const readers = sourcesOf(folder).filter((file) => /process\.env(?!\['PATH'\])/.test(read(file)));
    expect(readers).toEqual([`${folder}/server.ts`]);
  });
});

it.each([
  ['a variable', '  let outbox: Outbox;'],
  ['a branch', '    if (erased !== null) await eraseUser(erased);'],
  ['a loop', '      for (const topic of topics)'],
  ['a function', '  async function removeExpired(): Promise<void> {'],
  ['another function', '  const removeExpired = async (): Promise<void> => {'],
])('%s in open.ts is found', (_what, line) => {
  expect(doingsIn(`export async function open(context: ServiceContext) {\n${line}\n}`)).toEqual([line]);
});

it.each([
  'async handle({ data }) {',
  'handle(envelope) {',
  'handle: async ({ data }) => {',
  'handle: (event) => {',
  'handle: async event => {',
])('a handler in a consumer is found: %s', (line) => {
  expect(handlersIn(`openConsumer(context, {\n  ${line}\n`)).toEqual([`  ${line}`]);
  expect(handlersIn('openConsumer(context, {\n  handle: createOrderEvents(checkouts),\n')).toEqual([]);
});
