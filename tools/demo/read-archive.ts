import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** All files of a gzipped tar by name, in the archive's order. For archives made here, which are small. */
export async function readArchive(file: URL): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const tar = createReadStream(file).pipe(createGunzip()).pipe(extract());
  for await (const entry of tar) files.set(entry.header.name, await buffer(entry));
  return files;
}
