import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe } from 'vitest';
import { fileSystemPictureStore } from './file-system-picture-store.ts';
import { pictureStoreContract } from './picture-store-contract.ts';

describe('pictures in the file system', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  pictureStoreContract(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vidhi-pictures-'));
    folders.push(folder);
    return {
      pictures: await fileSystemPictureStore(folder),
      incoming: () => readdir(path.join(folder, 'incoming')),
    };
  });
});
