import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

export interface GeneratedDocument {
  collection: string;
  document: StoredDocument;
}

const WORDS =
  'court bench petition appeal tribunal order judgment section income tax goods services advocate counsel relief interim stay notice assessee revenue commissioner penalty limitation writ mandamus evidence contract arbitration award insolvency creditor resolution director company registrar trademark patent copyright bail accused prosecution statute amendment constitution article fundamental right liberty property tenant landlord easement decree execution injunction damages negligence consumer forum compensation motor accident insurer policy cheque dishonour summons warrant investigation police magistrate sessions high supreme justice chief division single hearing adjourned listed reserved pronounced upheld quashed remanded dismissed allowed partly costs'.split(
    ' ',
  );
const CATEGORIES = [
  'Supreme Court',
  'High Courts',
  'Direct Tax',
  'Indirect Tax',
  'GST',
  'Customs',
  'Company Law',
  'Insolvency',
  'Arbitration',
  'Criminal Law',
  'Family Law',
  'Intellectual Property',
  'Labour Law',
  'Consumer Law',
  'Environment',
  'Banking',
  'Securities',
  'Real Estate',
  'Cyber Law',
  'Events',
];
const TAGS = 120;
const USERS = 30;
const PICTURES = 400;
const NEWEST = Date.UTC(2026, 9, 30);

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Numbers that are the same for the same seed, on every machine. */
function createDice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function aFormat(hash: string, width: number) {
  const height = Math.round((width * 3) / 4);
  return {
    name: hash,
    hash,
    ext: '.jpg',
    mime: 'image/jpeg',
    path: null,
    width,
    height,
    size: width / 20,
    sizeInBytes: width * 50,
    url: `/uploads/${hash}.jpg`,
  };
}

function aPicture(id: number): StoredDocument {
  const hash = `picture_${id}_${String(id * 7_919).padStart(10, '0')}`;
  return {
    id,
    name: `picture-${id}.jpg`,
    alternativeText: `Picture ${id}`,
    caption: null,
    width: 1_200,
    height: 900,
    formats: {
      thumbnail: aFormat(`thumbnail_${hash}`, 208),
      small: aFormat(`small_${hash}`, 500),
      medium: aFormat(`medium_${hash}`, 750),
      large: aFormat(`large_${hash}`, 1_000),
    },
    hash,
    ext: '.jpg',
    mime: 'image/jpeg',
    size: 84.13,
    url: `/uploads/${hash}.jpg`,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    createdAt: new Date(NEWEST).toISOString(),
    updatedAt: new Date(NEWEST).toISOString(),
  };
}

/**
 * A site of any size, always the same: 20 categories in two levels, 120 tags, 400 pictures, and posts of four
 * to eleven paragraphs with one or two categories and one to four tags. Made one by one, so that the
 * largest site needs no more memory to make than the smallest.
 */
export function* generatedSite(posts: number, seed = 7): Generator<GeneratedDocument> {
  const roll = createDice(seed);
  const word = (): string => WORDS[roll(WORDS.length)] ?? 'court';
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const some = (from: number, most: number): number[] => {
    const wanted = 1 + roll(most);
    const chosen = new Set<number>();
    while (chosen.size < wanted) chosen.add(1 + roll(from));
    return [...chosen];
  };
  const at = (index: number): string => new Date(NEWEST - index * 60_000).toISOString();
  const times = (index: number) => ({ createdAt: at(index), updatedAt: at(index) });

  for (let id = 1; id <= USERS; id += 1)
    yield { collection: 'user', document: { id, first_name: capital(word()), last_name: capital(word()) } };
  for (let id = 1; id <= PICTURES; id += 1) yield { collection: 'file', document: aPicture(id) };
  for (const [index, name] of CATEGORIES.entries()) {
    yield {
      collection: 'category',
      document: {
        id: index + 1,
        name,
        title: name,
        slug: slugOf(name),
        description: words(12),
        keywords: words(4),
        heading_title: name,
        show_nav: index % 3 !== 2,
        show_order: (index * 7) % 20,
        parent_category: index === 4 || index === 5 ? 4 : null,
        ...times(index),
      },
    };
  }
  for (let id = 1; id <= TAGS; id += 1) {
    const name = `${capital(word())} ${capital(word())} ${id}`;
    yield { collection: 'tag', document: { id, name, slug: slugOf(name), ...times(id) } };
  }
  for (let id = 1; id <= posts; id += 1) {
    const title = `${capital(words(6 + roll(6)))} ${id}`;
    yield {
      collection: 'post',
      document: {
        id,
        title,
        slug: slugOf(title),
        content: Array.from({ length: 4 + roll(8) }, () => `<p>${capital(words(40 + roll(40)))}.</p>`).join(
          '\n',
        ),
        image: id % 5 === 0 ? null : 1 + (id % PICTURES),
        youtube: id % 10 === 0 ? 'dQw4w9WgXcQ' : null,
        publish_date: at(id),
        views_count: roll(5_000),
        trending: id % 17 === 0,
        newstags: words(3),
        user: 1 + roll(USERS),
        tags: some(TAGS, 4),
        categories: some(CATEGORIES.length, 2),
        ...times(id),
        publishedAt: at(id),
      },
    };
  }
}
