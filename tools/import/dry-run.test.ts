import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anExport, writeArchive } from './archive-builder.ts';

// The command as its user runs it, with services that respond as theirs do to a dry run.

const CLI = join(import.meta.dirname, 'import-cli.ts');

interface Request {
  path: string;
  /** Whether the body has `dryRun`. */
  isDry: boolean;
}

let folder: string;
let services: Server;
let requests: Request[];

/** An export whose second tag cannot be imported and whose first post is changed. */
const outcomeOf = (path: string, ids: readonly number[]): object => ({
  imported: path.endsWith('/tag') ? ids.length - 1 : ids.length,
  unchanged: 0,
  skipped: path.endsWith('/tag') ? [{ id: ids.at(-1), reason: 'its name is not unique' }] : [],
  notes: path.endsWith('/post')
    ? [
        { id: ids[0], reason: 'its date is cut to a day' },
        ...['img data:image/png', 'img cid:1', 'iframe https://player.example/1'].map((what) => ({
          id: ids[0],
          reason: `removed from content: ${what}`,
        })),
        ...['"1,2"', '"x"'].map((value) => ({
          id: ids[0],
          reason: `views_count ${value} is no integer: left out`,
        })),
        ...['a', 'b', 'c'].map((name) => ({ id: ids[0], reason: `its ${name} is cut` })),
      ]
    : [],
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-dry-run-'));
  requests = [];
  services = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await text(request);
    requests.push({ path, isDry: body.includes('"dryRun":true') });
    const ids = path.endsWith('/files')
      ? [5]
      : (JSON.parse(body) as { items: { id: number }[] }).items.map(({ id }) => id);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(outcomeOf(path, ids)));
  });
  services.listen(0, '127.0.0.1');
  await once(services, 'listening');
  const address = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  mkdirSync(join(folder, 'run'));
  const all = { accounts: address, catalog: address, news: { write: address }, notify: address };
  writeFileSync(
    join(folder, 'run', 'services.json'),
    JSON.stringify({ services: { ...all, 'cart-orders': address }, serviceToken: 't' }),
  );
});
afterEach(() => {
  services.close();
  rmSync(folder, { recursive: true, force: true });
});

const printed = (...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder };
    execFile(process.execPath, [CLI, ...args], { env }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });

it('an import beside no running site says what to do, in whole sentences', async () => {
  rmSync(join(folder, 'run'), { recursive: true });
  const file = await writeArchive(folder, anExport());
  const failed = await printed(file).catch(String);
  expect(failed).toMatch(/import from a second terminal\. Start it again/);
});

describe('a dry run of an import', () => {
  it('prints the whole report of the import, and stores nothing', async () => {
    const file = await writeArchive(folder, { ...anExport(), 'entities/._entities_00001.jsonl': 'x' });
    const report = await printed('--dry-run', file);
    expect(report).toMatch(/^ +type +total +to import +unchanged +skipped$/m);
    expect(report).toMatch(/^ +plugin::upload\.file +1 +1 +0 +0$/m);
    expect(report).toMatch(/^ +api::tag\.tag +2 +1 +0 +1$/m);
    expect(report).toMatch(/^ +1 skipped: its name is not unique \(2\)$/m);
    expect(report).toMatch(/^ +api::post\.post +2 +2 +0 +0$/m);
    expect(report).toMatch(/^ +1 changed: its date is cut to a day \(3\)$/m);
    expect(report).toMatch(
      /^ +2 changed: removed from content: img data:image\/png; the others likewise \(3, 3\)$/m,
    );
    expect(report).toMatch(/^ +1 changed: removed from content: iframe https:\/\/player\.example\/1 \(3\)$/m);
    expect(report).toMatch(
      /^ +2 changed: views_count "1,2" is no integer: left out; the others likewise \(3, 3\)$/m,
    );
    expect(report).toMatch(/^ +1 changed: its c is cut \(3\)$/m);
    expect(report).toMatch(/^ +api::book\.book +1 +1 +0 +0$/m);
    expect(report).toMatch(/^ +api::poll\.poll \(1\)$/m);
    expect(report).toMatch(/Nothing was imported: this was a dry run/);
    expect(requests.map(({ path }) => path)).toContain('/internal/import/post');
    expect(requests.filter(({ isDry }) => !isDry)).toEqual([]);
    expect(readdirSync(folder, { recursive: true }).map(String).toSorted()).toEqual([
      'export.tar.gz',
      'import-spool',
      'run',
      join('run', 'services.json'),
    ]);
  });

  it('has the report of the import after it, but for its heading and its end', async () => {
    const file = await writeArchive(folder, anExport());
    const lines = (report: string) =>
      report.split('\n').filter((line) => !/^ +type |dry run|Done in/.test(line));
    const dry = lines(await printed('--dry-run', file));
    requests = [];
    expect(lines(await printed(file))).toEqual(dry);
    expect(requests.filter(({ isDry }) => isDry)).toEqual([]);
  });
});
