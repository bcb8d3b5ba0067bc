import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';

export interface ArchiveEntity {
  readonly type: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface LinkEnd {
  readonly type: string;
  readonly field?: string;
  readonly ref: number;
  readonly pos?: number;
}

export interface ArchiveLink {
  readonly kind: string;
  readonly left: LinkEnd;
  readonly right: LinkEnd;
}

export interface Archive {
  readonly entities: readonly ArchiveEntity[];
  readonly links: readonly ArchiveLink[];
}

function parseLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Reads the entities and links of an export archive; pictures stay where they are. */
export async function readArchive(file: string): Promise<Archive> {
  const entities: ArchiveEntity[] = [];
  const links: ArchiveLink[] = [];
  const unpack = extract();
  unpack.on('entry', (header, stream, next) => {
    const wanted = /^(?:\.\/)?(entities|links)\/.*\.jsonl$/.exec(header.name)?.[1];
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      if (wanted !== undefined) chunks.push(chunk);
    });
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      if (wanted === 'entities') entities.push(...parseLines<ArchiveEntity>(text));
      if (wanted === 'links') links.push(...parseLines<ArchiveLink>(text));
      next();
    });
  });
  await pipeline(createReadStream(file), createGunzip(), unpack);
  return { entities, links };
}
