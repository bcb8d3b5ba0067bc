import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openPictureStores } from './open-picture-stores.ts';

it('uses the file system unless an S3 server is configured', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vidhi-stores-'));
  await openPictureStores({ DATA_DIR: folder });
  expect((await readdir(folder)).toSorted()).toEqual([
    'documents',
    'evidence',
    'evidence-documents',
    'incoming',
    'uploads',
    'variants',
  ]);
  await rm(folder, { recursive: true });
});

it('rejects an incomplete S3 configuration', async () => {
  const half = { DATA_DIR: tmpdir(), S3_ENDPOINT: 'https://s3.example.in', S3_BUCKET: 'pictures' };
  await expect(openPictureStores(half)).rejects.toThrow(/belong together/);
});
