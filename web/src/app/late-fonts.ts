import vedic from '@fontsource-variable/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2?url';
import sansBold from '#shared/fonts/hind-devanagari-600.woff2?url';
import sans from '#shared/fonts/hind-devanagari-400.woff2?url';
import devanagari from '#shared/fonts/devanagari-basic.woff2?url';
import italic from '#shared/fonts/newsreader-italic.woff2?url';

interface LateFace {
  family: string;
  url: string;
  style: 'normal' | 'italic';
  weight?: string;
  range: string;
  isWanted(page: Element): boolean;
}

/** A test for the letters of a `unicode-range`. */
function hasLettersOf(range: string): (page: Element) => boolean {
  const letters = range.replaceAll(
    /U\+([\dA-F]+)(?:-([\dA-F]+))?,? ?/g,
    (_text, first: string, last = first) => `\\u{${first}}-\\u{${last}}`,
  );
  const pattern = new RegExp(`[${letters}]`, 'u');
  return (page) => pattern.test(page.textContent);
}

const DEVANAGARI = 'U+0900-097F, U+200C-200D, U+25CC';
const VEDIC = 'U+1CD0-1CF9, U+20F0, U+A830-A839, U+A8E0-A8FF';

/** Faces that no page needs before its first words. What they do not draw yet, the device's own fonts do. */
const FACES: readonly LateFace[] = [
  {
    family: 'Newsreader',
    url: italic,
    style: 'italic',
    range: 'U+0-10FFFF',
    isWanted: (page) => page.querySelector('em, i, cite, dfn, var, address') !== null,
  },
  {
    family: 'Vidhi Devanagari',
    url: devanagari,
    style: 'normal',
    range: DEVANAGARI,
    isWanted: hasLettersOf(DEVANAGARI),
  },
  {
    family: 'Hind Devanagari',
    url: sans,
    style: 'normal',
    weight: '400 500',
    range: DEVANAGARI,
    isWanted: hasLettersOf(DEVANAGARI),
  },
  {
    family: 'Hind Devanagari',
    url: sansBold,
    style: 'normal',
    weight: '600 700',
    range: DEVANAGARI,
    isWanted: hasLettersOf(DEVANAGARI),
  },
  {
    family: 'Vidhi Devanagari',
    url: vedic,
    style: 'normal',
    range: VEDIC,
    isWanted: hasLettersOf(VEDIC),
  },
];

/**
 * Fetches the late faces once the page, or what comes into it later, has a use for them. They are added when
 * they are here, together: the browser lays the whole page out again for every addition, wanted or not. Marks the
 * document as settled when the page that stood there first has its faces.
 */
export function keepLateFonts(page: Element): void {
  let missing = FACES;
  const look = async (): Promise<void> => {
    const wanted = missing.filter(({ isWanted }) => isWanted(page));
    missing = missing.filter((face) => !wanted.includes(face));
    if (missing.length === 0) observer.disconnect();
    if (wanted.length > 0) await addFaces(wanted);
  };
  const observer = new MutationObserver(() => void look());
  observer.observe(page, { childList: true, characterData: true, subtree: true });
  void look().then(() => document.documentElement.classList.add('settled'));
}

async function addFaces(wanted: readonly LateFace[]): Promise<void> {
  const faces = wanted.map(
    ({ family, url, style, range, weight = '400 700' }) =>
      new FontFace(family, `url(${url}) format('woff2')`, {
        style,
        weight,
        display: 'swap',
        unicodeRange: range,
      }),
  );
  // One that cannot be fetched is left to the device's fonts.
  await Promise.allSettled(faces.map((face) => face.load()));
  for (const face of faces) if (face.status === 'loaded') document.fonts.add(face);
}
