import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const schema = (uid: string, attributes: Record<string, unknown>, draftAndPublish = false): string =>
  line({ uid, kind: 'collectionType', options: { draftAndPublish }, attributes });

const POST = 'api::post.post';
const TAG = 'api::tag.tag';
const FILE = 'plugin::upload.file';

/** Creates the parts of a small, complete export; a test replaces the part that it tests. */
export function anExport(): Record<string, string | Buffer> {
  return {
    'metadata.json': JSON.stringify({ strapi: { version: '4.26.2' } }),
    'schemas/schemas_00001.jsonl':
      schema(
        POST,
        {
          title: { type: 'string' },
          image: { type: 'media', multiple: false },
          tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'posts' },
          user: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
          createdBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
        },
        true,
      ) +
      schema(TAG, {
        name: { type: 'string' },
        posts: { type: 'relation', relation: 'manyToMany', target: POST, mappedBy: 'tags' },
      }) +
      schema('api::book.book', { Title: { type: 'string' } }) +
      schema('api::poll.poll', { question: { type: 'string' } }),
    'entities/entities_00001.jsonl':
      line({ type: POST, id: 7, data: { title: 'Seventh', createdAt: '2026-01-01T00:00:00.000Z' } }) +
      line({ type: POST, id: 3, data: { title: 'Third' } }) +
      line({ type: TAG, id: 1, data: { name: 'one' } }) +
      line({ type: TAG, id: 2, data: { name: 'two' } }) +
      line({ type: 'api::book.book', id: 1, data: { Title: 'A book' } }) +
      line({ type: 'api::poll.poll', id: 1, data: { question: 'Why?' } }) +
      line({
        type: FILE,
        id: 5,
        data: {
          name: 'p.png',
          hash: 'p_0',
          ext: '.png',
          formats: { small: { hash: 'small_p_0', ext: '.png' } },
        },
      }),
    'links/links_00001.jsonl':
      line({
        kind: 'relation.basic',
        relation: 'manyToMany',
        left: { type: POST, field: 'tags', ref: 7, pos: 2 },
        right: { type: TAG, field: 'posts', ref: 1, pos: 1 },
      }) +
      line({
        kind: 'relation.basic',
        relation: 'manyToMany',
        left: { type: POST, field: 'tags', ref: 7, pos: 1 },
        right: { type: TAG, field: 'posts', ref: 2, pos: 1 },
      }) +
      line({
        kind: 'relation.morph',
        relation: 'morphToMany',
        left: { type: FILE, field: 'related', ref: 5 },
        right: { type: POST, field: 'image', ref: 7, pos: 1 },
      }),
    'assets/uploads/p_0.png': Buffer.from('original'),
    'assets/uploads/small_p_0.png': Buffer.from('small'),
    'configuration/configuration_00001.jsonl': line({ type: 'core-store', value: {} }),
  };
}

export type ArchiveParts = Record<string, string | Buffer>;

/** Packs the parts as a tar file; `change` may add invalid entries. */
export async function packTar(parts: ArchiveParts, change?: (tar: Pack) => void): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(parts)) tar.entry({ name }, content);
  change?.(tar);
  tar.finalize();
  return buffer(tar);
}

export async function writeArchive(
  folder: string,
  parts: ArchiveParts,
  change?: (tar: Pack) => void,
): Promise<string> {
  const file = join(folder, 'export.tar.gz');
  writeFileSync(file, gzipSync(await packTar(parts, change)));
  return file;
}
