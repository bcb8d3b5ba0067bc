import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMongo } from '../src/mongo.mjs';
import { ensureMongod } from '../src/mongod-download.mjs';
import { freshDataDir } from './engine-folders.ts';

const DAY_MS = 24 * 3_600_000;
const FAKE = join(import.meta.dirname, 'fake-mongod.mjs');

function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'vidhi-download-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A tar with the layout of the vendor's archive, whose bin/mongod runs our fake. */
function makeArchive(): Buffer {
  const dir = freshFolder();
  mkdirSync(join(dir, 'mongodb-linux', 'bin'), { recursive: true });
  const script = `#!/bin/sh\nexec "${process.execPath}" "${FAKE}" "$@"\n`;
  writeFileSync(join(dir, 'mongodb-linux', 'bin', 'mongod'), script, { mode: 0o755 });
  execFileSync('tar', ['-C', dir, '-czf', join(dir, 'mongod.tgz'), 'mongodb-linux']);
  return readFileSync(join(dir, 'mongod.tgz'));
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function serveMirror(respond: Respond): Promise<Record<string, string | undefined>> {
  const server = createServer(respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...process.env,
    MONGO_URL: undefined,
    MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${port}`,
    MONGOMS_USE_HTTP: 'true',
  };
}

const serveArchive =
  (archive: Buffer, md5 = createHash('md5').update(archive).digest('hex')): Respond =>
  ({ url = '' }, response) => {
    if (url.endsWith('.md5')) response.end(`${md5}  mongod.tgz\n`);
    else if (url.endsWith('.tgz')) {
      response.setHeader('content-length', archive.length);
      response.end(archive);
    } else {
      response.statusCode = 404;
      response.end();
    }
  };

describe("the download of the vendor's mongod", () => {
  it('is used as a replica set of one, whose data and member survive a change of port', async () => {
    const env = await serveMirror(serveArchive(makeArchive()));
    const folder = freshDataDir();
    onTestFinished(() => folder[Symbol.dispose]());
    const options = { ...folder.options('mongo'), engineDir: freshFolder(), env };
    const first = await startMongo(options);
    expect(first.kind).toBe('provisioned');
    expect(first.description).toBe("MongoDB (the vendor's download), a replica set of one");
    expect(first.url).toBe(`mongodb://127.0.0.1:${first.port}/?directConnection=true`);
    await first.stop();

    const moved = await startMongo({ ...options, port: Number(first.port) + 1 });
    onTestFinished(() => moved.stop());
    const config: unknown = JSON.parse(readFileSync(join(folder.dataDir, 'mongo', 'config.json'), 'utf8'));
    expect(config).toMatchObject({ version: 2, members: [{ _id: 0, host: `127.0.0.1:${moved.port}` }] });
  });

  it('happens once', async () => {
    let requests = 0;
    const respond = serveArchive(makeArchive());
    const env = await serveMirror((request, response) => {
      requests += 1;
      respond(request, response);
    });
    const engineDir = freshFolder();
    const [first, second] = await Promise.all([
      ensureMongod({ engineDir, env }),
      ensureMongod({ engineDir, env }),
    ]);
    expect(first).toBe(join(engineDir, 'mongod', 'mongod'));
    expect(second).toBe(first);
    expect(requests).toBe(2);
  });

  it('is resumed after an interruption', async () => {
    const archive = makeArchive();
    const ranges: (string | undefined)[] = [];
    const respond = serveArchive(archive);
    const env = await serveMirror((request, response) => {
      if (!request.url?.endsWith('.tgz')) return respond(request, response);
      ranges.push(request.headers.range);
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.statusCode = from === 0 ? 200 : 206;
      response.setHeader('content-length', archive.length - from);
      if (from > 0) return response.end(archive.subarray(from));
      response.write(archive.subarray(0, 40), () => response.destroy());
    });
    const engineDir = freshFolder();
    const first = await ensureMongod({ engineDir, env });
    const again = first ?? (await ensureMongod({ engineDir, env: { ...env, VIDHI_MONGO_DOWNLOAD: '1' } }));
    expect(again).toBe(join(engineDir, 'mongod', 'mongod'));
    expect(ranges).toContain('bytes=40-');
  });

  it('with a wrong checksum is rejected, and downloaded again the next time', async () => {
    const archive = makeArchive();
    const md5 = createHash('md5').update(archive).digest('hex');
    let served: Buffer = Buffer.from('not an archive');
    const env = await serveMirror((request, response) => serveArchive(served, md5)(request, response));
    const engineDir = freshFolder();
    expect(await ensureMongod({ engineDir, env })).toBeUndefined();
    expect(existsSync(join(engineDir, 'mongod', 'mongod'))).toBe(false);
    expect(readFileSync(join(engineDir, 'mongod-download-failed.json'), 'utf8')).toMatch(/md5/i);

    served = archive;
    const again = await ensureMongod({ engineDir, env: { ...env, VIDHI_MONGO_DOWNLOAD: '1' } });
    expect(again).toBe(join(engineDir, 'mongod', 'mongod'));
    expect(existsSync(join(engineDir, 'mongod-download-failed.json'))).toBe(false);
  });

  it('without response is given up, remembered as failed for a day, then tried again', async () => {
    let requests = 0;
    const env = await serveMirror(() => (requests += 1));
    const engineDir = freshFolder();
    const failedAt = Date.now();
    const notes: string[] = [];
    const onStep = ({ note }: { note: string }): void => void notes.push(note);
    expect(await ensureMongod({ engineDir, env, onStep })).toBeUndefined();
    expect(requests).toBe(1);
    expect(notes.at(-1)).toMatch(/does not respond; using the stand-in/);

    expect(await ensureMongod({ engineDir, env })).toBeUndefined();
    expect(await ensureMongod({ engineDir, env, now: () => failedAt + DAY_MS - 60_000 })).toBeUndefined();
    expect(requests).toBe(1);

    expect(await ensureMongod({ engineDir, env, now: () => failedAt + DAY_MS + 60_000 })).toBeUndefined();
    expect(requests).toBe(2);
  });

  it('is never tried where VIDHI_MONGO_DOWNLOAD is 0', async () => {
    let requests = 0;
    const env = await serveMirror(() => (requests += 1));
    const options = { engineDir: freshFolder(), env: { ...env, VIDHI_MONGO_DOWNLOAD: '0' } };
    expect(await ensureMongod(options)).toBeUndefined();
    expect(requests).toBe(0);
  });
});
