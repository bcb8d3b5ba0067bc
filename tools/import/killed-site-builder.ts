import { writeArchive, type ArchiveParts } from './archive-builder.ts';

/** Number of documents of each type: posts and books need more than one request. */
export const COUNTS = {
  'plugin::users-permissions.user': 6,
  'plugin::upload.file': 8,
  'api::category.category': 3,
  'api::tag.tag': 20,
  'api::post.post': 620,
  'api::author.author': 15,
  'api::book.book': 540,
  'api::lawyer.lawyer': 10,
} as const;

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const WRITTEN = '2026-01-01T00:00:00.000Z';
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const hashOf = (id: number): string => `picture_${id}`;
/** Returns the names of all picture files: an original and one format each. */
export const pictureFiles = (): string[] =>
  numbers(COUNTS['plugin::upload.file']).flatMap((id) => [`${hashOf(id)}.png`, `small_${hashOf(id)}.png`]);

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

const picture = (id: number) => {
  const file = (name: string, hash: string) => ({
    name,
    hash,
    ext: '.png',
    mime: 'image/png',
    width: 1,
    height: 1,
    size: 0.07,
    url: `/uploads/${hash}.png`,
  });
  const formats = { small: { ...file(`small_${id}.png`, `small_${hashOf(id)}`), path: null } };
  return { ...file(`${id}.png`, hashOf(id)), provider: 'local', formats };
};

const VALUES: Record<keyof typeof COUNTS, (id: number) => object> = {
  'plugin::users-permissions.user': (id) => ({
    username: `reader${id}`,
    email: `reader${id}@example.com`,
    provider: 'local',
    confirmed: true,
    blocked: false,
    first_name: `First ${id}`,
    last_name: `Last ${id}`,
  }),
  'plugin::upload.file': picture,
  'api::category.category': (id) => ({ title: `Category ${id}`, slug: `category-${id}` }),
  'api::tag.tag': (id) => ({ name: `Tag ${id}`, slug: `tag-${id}` }),
  'api::post.post': (id) => ({
    title: `Post ${id}`,
    slug: `post-${id}`,
    content: `<p>What post ${id} says.</p>`,
    views_count: id,
    publishedAt: WRITTEN,
  }),
  'api::author.author': (id) => ({ name: `Author ${id}` }),
  'api::book.book': (id) => ({ Title: `Book ${id}`, Price: id, publishedAt: WRITTEN }),
  'api::lawyer.lawyer': (id) => ({ Title: `Lawyer ${id}`, SubCategory2: '0', publishedAt: WRITTEN }),
};

/** Writes an export of a generated site that is so large that its import takes several requests. */
export function writeSiteArchive(folder: string): Promise<string> {
  const types = Object.keys(COUNTS) as (keyof typeof COUNTS)[];
  const schema = (uid: string) => ({ uid, kind: 'collectionType', options: {}, attributes: {} });
  const entities = types.flatMap((type) =>
    numbers(COUNTS[type]).map((id) => ({
      type,
      id,
      data: { ...VALUES[type](id), createdAt: WRITTEN, updatedAt: WRITTEN },
    })),
  );
  const parts: ArchiveParts = {
    'metadata.json': JSON.stringify({ strapi: { version: '4.26.2' } }),
    'schemas/schemas_00001.jsonl': types.map(schema).map(line).join(''),
    'entities/entities_00001.jsonl': entities.map(line).join(''),
    'links/links_00001.jsonl': '',
    'configuration/configuration_00001.jsonl': line({ type: 'core-store', value: {} }),
  };
  for (const file of pictureFiles()) parts[`assets/uploads/${file}`] = PNG;
  return writeArchive(folder, parts);
}
