import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

export interface GeneratedDocument {
  collection: string;
  document: StoredDocument;
}

const WORDS =
  'court bench petition appeal tribunal order judgment section income tax goods services advocate counsel relief interim stay notice assessee revenue commissioner penalty limitation writ mandamus evidence contract arbitration award insolvency creditor resolution director company registrar trademark patent copyright bail accused prosecution statute amendment constitution article fundamental right liberty property tenant landlord easement decree execution injunction damages negligence consumer forum compensation motor accident insurer policy cheque dishonour summons warrant investigation police magistrate sessions high supreme justice chief division single hearing adjourned listed reserved pronounced upheld quashed remanded dismissed allowed partly costs'.split(
    ' ',
  );
export const NEWEST = Date.UTC(2026, 9, 30);

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Seeded random numbers, equal on every machine. */
function createTextGenerator(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function createFormat(hash: string, width: number) {
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

export function createPicture(id: number): StoredDocument {
  const hash = `picture_${id}_${String(id * 7_919).padStart(10, '0')}`;
  return {
    id,
    name: `picture-${id}.jpg`,
    alternativeText: `Picture ${id}`,
    caption: null,
    width: 1_200,
    height: 900,
    formats: {
      thumbnail: createFormat(`thumbnail_${hash}`, 208),
      small: createFormat(`small_${hash}`, 500),
      medium: createFormat(`medium_${hash}`, 750),
      large: createFormat(`large_${hash}`, 1_000),
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

/** A seeded random generator of words, times and choices. */
export function createScript(seed: number) {
  const roll = createTextGenerator(seed);
  const word = (): string => WORDS[roll(WORDS.length)] ?? 'court';
  const at = (index: number): string => new Date(NEWEST - index * 60_000).toISOString();
  return {
    roll,
    word,
    at,
    words: (count: number): string => Array.from({ length: count }, word).join(' '),
    some(from: number, most: number): number[] {
      const count = 1 + roll(most);
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(1 + roll(from));
      return [...chosen];
    },
    times: (index: number) => ({ createdAt: at(index), updatedAt: at(index) }),
  };
}
