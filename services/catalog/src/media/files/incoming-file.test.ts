import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveFile } from './incoming-file.ts';

/** Returns a stream that fails after its first bytes, as a write to a full disk does. */
const failing = (code: string): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from('GIF89a');
      throw Object.assign(new Error(code), { code });
    })(),
  );

describe('a picture that is received', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vidhi-incoming-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const receive = (code: string): Promise<unknown> =>
    receiveFile(failing(code), path.join(folder, 'temporary'), async () => undefined);

  it.each(['ENOSPC', 'EDQUOT'])('responds 507 for %s, and leaves no temporary file', async (code) => {
    await expect(receive(code)).rejects.toMatchObject({ status: 507 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('passes on any other error, and leaves no temporary file', async () => {
    await expect(receive('ECONNRESET')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await readdir(folder)).toEqual([]);
  });
});
