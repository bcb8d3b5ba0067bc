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

export interface ArchiveSchema {
  readonly uid: string;
  readonly kind?: string;
  readonly collectionName: string;
  readonly info: { readonly singularName: string; readonly pluralName: string };
  readonly options?: { readonly draftAndPublish?: boolean };
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Archive {
  readonly entities: readonly ArchiveEntity[];
  readonly links: readonly ArchiveLink[];
  readonly schemas: readonly ArchiveSchema[];
}

function parseLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

async function readEntry(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads the entities, links and schemas of an export archive; skips pictures. */
export async function readArchive(file: string): Promise<Archive> {
  const entities: ArchiveEntity[] = [];
  const links: ArchiveLink[] = [];
  const schemas: ArchiveSchema[] = [];
  const unpack = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), unpack);
  for await (const entry of unpack) {
    const folder = /^(?:\.\/)?(entities|links|schemas)\/.*\.jsonl$/.exec(entry.header.name)?.[1];
    const text = await readEntry(entry);
    if (folder === 'entities') entities.push(...parseLines<ArchiveEntity>(text));
    if (folder === 'links') links.push(...parseLines<ArchiveLink>(text));
    if (folder === 'schemas') schemas.push(...parseLines<ArchiveSchema>(text));
  }
  await reading;
  return { entities, links, schemas };
}
