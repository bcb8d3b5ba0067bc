import { createRandom, pick, type Random } from '@vidhi/harness/random.ts';
import { anExport, type ArchiveParts } from './archive-builder.ts';

export const POSTS = 600;
export const PLANTED = 40;
const POST = 'api::post.post';
const FILE = 'plugin::upload.file';
const OLD_SITE = 'https://cms.old.example';
const WORDS = 'court notice bail appeal statute refund tenant order bench writ section penalty'.split(' ');

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

interface Parts {
  entities: Map<number, Record<string, unknown>>;
  /** Further lines of entities, as text. */
  lines: string[];
  assets: ArchiveParts;
}

/** An oddity as it is planted at a post, and what the report must say of it: `where` or the id of a document, and the reason. */
interface Oddity {
  name: string;
  plant: (parts: Parts, id: number) => void;
  report: RegExp;
  /** Whether the post is imported all the same. */
  isImported: boolean;
}

const change = (values: Record<string, unknown>) => (parts: Parts, id: number) =>
  void parts.entities.set(id, { ...parts.entities.get(id), ...values });

/** Plants a picture with its file, or without, and an article that shows it by its former address. */
const picture =
  (name: string, { hasFile = true, formats = null as unknown, file = name } = {}) =>
  (parts: Parts, id: number) => {
    const fileId = 10_000 + id;
    const [hash, ext] = [name.replace(/\.jpg$/, `_${id}`), '.jpg'];
    const url = `/uploads/${hash}${ext}`;
    const data = { name, hash, ext, url, mime: 'image/jpeg', formats };
    parts.lines.push(line({ type: FILE, id: fileId, data }));
    const stored = file.replace(/\.jpg$/, `_${id}.jpg`);
    if (hasFile) parts.assets[`assets/uploads/${stored}`] = Buffer.from(`picture ${id}`);
    change({ content: `<p><img src="${OLD_SITE}${encodeURI(url)}" alt="Bench"></p>` })(parts, id);
  };

export const ODDITIES: readonly Oddity[] = [
  {
    name: 'a name with a space',
    plant: picture('bench photo.jpg'),
    report: /is stored as bench_photo/,
    isImported: true,
  },
  {
    name: 'a name with @',
    plant: picture('bench@2x.jpg'),
    report: /is stored as bench_2x/,
    isImported: true,
  },
  { name: 'a name with +', plant: picture('a+b.jpg'), report: /is stored as a_b/, isImported: true },
  {
    name: 'a name with brackets',
    plant: picture('bench(1)[x].jpg'),
    report: /is stored as bench_1_x/,
    isImported: true,
  },
  {
    name: 'a name in Hindi',
    plant: picture('न्यायालय.jpg'),
    report: /is stored as picture_|is stored as \d/,
    isImported: true,
  },
  { name: 'a folder', plant: picture('2019/bench.jpg'), report: /is stored as 2019_bench/, isImported: true },
  {
    name: 'a path of Windows',
    plant: picture('win/bench.jpg', { file: 'win\\bench.jpg' }),
    report: /is stored as win_bench/,
    isImported: true,
  },
  {
    name: 'a format without a file',
    plant: picture('lone.jpg', { formats: { small: { hash: 'small_lone', ext: '.jpg' } } }),
    report: /format small has no file/,
    isImported: true,
  },
  {
    name: 'a format that is null',
    plant: picture('nil.jpg', { formats: { thumbnail: null } }),
    report: /format thumbnail has no file/,
    isImported: true,
  },
  {
    name: 'a lost file',
    plant: picture('lost.jpg', { hasFile: false }),
    report: /the archive lacks lost_/,
    isImported: true,
  },
  {
    name: 'a slug of another locale',
    plant: (parts, id) => {
      change({ locale: 'hi', slug: 'post-1' })(parts, id);
    },
    report: /imported as post-1-hi/,
    isImported: true,
  },
  {
    name: 'an entity twice',
    plant: (parts, id) => {
      parts.lines.push(line({ type: POST, id, data: { ...parts.entities.get(id), title: 'The later one' } }));
    },
    report: /is there twice/,
    isImported: true,
  },
  {
    name: 'an entity without data',
    plant: (parts, id) => {
      parts.entities.delete(id);
      parts.lines.push(line({ type: POST, id, data: null }));
    },
    report: /this line is not an entity/,
    isImported: false,
  },
  {
    name: 'a line that was cut',
    plant: (parts, id) => {
      parts.entities.delete(id);
      parts.lines.push(`${line({ type: POST, id, data: { title: 'Cut' } }).slice(0, 30)}\n`);
    },
    report: /this line is not JSON/,
    isImported: false,
  },
  {
    name: 'an id that is no number',
    plant: (parts, id) => {
      parts.entities.delete(id);
      parts.lines.push(line({ type: POST, id: `p${id}`, data: { title: 'Numbered' } }));
    },
    report: /this line is not an entity/,
    isImported: false,
  },
  {
    name: 'a file of Windows',
    plant: (parts, id) => {
      parts.assets[`assets/${id}/x.bin`] = Buffer.from('x');
    },
    report: /does not belong in a Strapi export/,
    isImported: true,
  },
  {
    name: 'a picture of another host',
    plant: (parts, id) =>
      change({ content: `<img src="https://cdn${id}.other.example/a.png" alt="">` })(parts, id),
    report: /\.other\.example/,
    isImported: true,
  },
  {
    name: 'the address of another page as slug',
    plant: (parts, id) => {
      const used = [...parts.entities.values()].map(({ slug }) => slug);
      change({ slug: ['search', 'cart', 'login', 'about'].find((slug) => !used.includes(slug)) })(parts, id);
    },
    report: /is the address of another page/,
    isImported: true,
  },
];

function anArticle(random: Random, id: number): Record<string, unknown> {
  const text = Array.from({ length: 40 }, () => pick(random, WORDS)).join(' ');
  return {
    title: `Post ${id}`,
    slug: `post-${id}`,
    locale: 'en',
    content: `<p>${text}</p>`,
    publishedAt: new Date(Date.UTC(2020, 0, id)).toISOString(),
  };
}

/** An archive, and where each oddity was planted. */
export interface PlantedArchive {
  parts: ArchiveParts;
  planted: { id: number; oddity: Oddity }[];
}

/** Generates an archive of 600 posts with 40 odd entries, each at a post of its own; the same for the same seed. */
export function aPlantedArchive(seed: number): PlantedArchive {
  const random = createRandom(seed);
  const parts: Parts = { entities: new Map(), lines: [], assets: {} };
  for (let id = 1; id <= POSTS; id += 1) parts.entities.set(id, anArticle(random, id));
  const planted: PlantedArchive['planted'] = [];
  // The first post has the slug that another locale shares.
  const open = Array.from({ length: POSTS - 1 }, (_, at) => at + 2);
  for (let at = 0; at < PLANTED; at += 1) {
    const oddity = ODDITIES[at % ODDITIES.length];
    const [id] = open.splice(Math.floor(random() * open.length), 1);
    if (oddity === undefined || id === undefined) throw new Error('no room for another oddity');
    oddity.plant(parts, id);
    planted.push({ id, oddity });
  }
  const entities = [...parts.entities].map(([id, data]) => line({ type: POST, id, data })).join('');
  const export_ = anExport();
  return {
    planted,
    parts: {
      'metadata.json': export_['metadata.json'] ?? '',
      'schemas/schemas_00001.jsonl': export_['schemas/schemas_00001.jsonl'] ?? '',
      'entities/entities_00001.jsonl': `${entities}${parts.lines.join('')}`,
      ...parts.assets,
    },
  };
}
