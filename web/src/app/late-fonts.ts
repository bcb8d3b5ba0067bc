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
  /** Set where fonts of phones and most computers show the same text. */
  hasSubstitute?: boolean;
  /** Returns whether a part of the page needs it. */
  isWanted(part: Node): boolean;
}

/** Returns a predicate for parts with text in a `unicode-range`. */
function hasLettersOf(range: string): (part: Node) => boolean {
  const letters = range.replaceAll(
    /U\+([\dA-F]+)(?:-([\dA-F]+))?,? ?/g,
    (_text, first: string, last = first) => `\\u{${first}}-\\u{${last}}`,
  );
  const pattern = new RegExp(`[${letters}]`, 'u');
  return ({ textContent }) => pattern.test(textContent ?? '');
}

const ITALIC = 'em, i, cite, dfn, var, address';
const hasItalics = (part: Node): boolean =>
  part instanceof Element && (part.matches(ITALIC) || part.querySelector(ITALIC) !== null);

const DEVANAGARI = 'U+0900-097F, U+200C-200D, U+25CC';
const VEDIC = 'U+1CD0-1CF9, U+20F0, U+A830-A839, U+A8E0-A8FF';

/** Font faces that are loaded after hydration. Until then the fonts of the device show their text. */
const FACES: readonly LateFace[] = [
  {
    family: 'Newsreader',
    url: italic,
    style: 'italic',
    range: 'U+0-10FFFF',
    isWanted: hasItalics,
  },
  {
    family: 'Vidhi Devanagari',
    url: devanagari,
    style: 'normal',
    range: DEVANAGARI,
    hasSubstitute: true,
    isWanted: hasLettersOf(DEVANAGARI),
  },
  {
    family: 'Hind Devanagari',
    url: sans,
    style: 'normal',
    weight: '400 500',
    range: DEVANAGARI,
    hasSubstitute: true,
    isWanted: hasLettersOf(DEVANAGARI),
  },
  {
    family: 'Hind Devanagari',
    url: sansBold,
    style: 'normal',
    weight: '600 700',
    range: DEVANAGARI,
    hasSubstitute: true,
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

/** Systems with a font for Devanagari. Linux on a computer may have none, and then a box stands for each letter. */
const HAS_DEVANAGARI = /Android|iPhone|iPad|Macintosh|Windows/;

const pageUrl = (): string => location.pathname + location.search;

const isSubstituted = ({ hasSubstitute = false }: LateFace): boolean =>
  hasSubstitute && HAS_DEVANAGARI.test(navigator.userAgent);

/**
 * Loads the faces that the page needs, now and whenever its content changes. They are added to the document together,
 * because the browser lays out the whole page again for each addition. Text that the device can show without these
 * fonts keeps its own font until the next navigation: no line moves while somebody reads it. Adds the class `settled`
 * to the document when the faces of the first page are loaded.
 */
export function loadLateFonts(page: Element): void {
  let missing = FACES;
  let postponed: FontFace[] = [];
  let url = pageUrl();
  const loadWanted = async (parts: readonly Node[]): Promise<void> => {
    if (pageUrl() !== url) {
      url = pageUrl();
      addFaces(postponed);
      postponed = [];
    }
    const wanted = missing.filter(({ isWanted }) => parts.some(isWanted));
    missing = missing.filter((face) => !wanted.includes(face));
    const [added, later] = await Promise.all([
      loadFaces(wanted.filter((face) => !isSubstituted(face))),
      loadFaces(wanted.filter(isSubstituted)),
    ]);
    addFaces(added);
    postponed.push(...later);
  };
  new MutationObserver((mutations) => void loadWanted(mutations.flatMap(changedParts))).observe(page, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  void loadWanted([page]).then(() => document.documentElement.classList.add('settled'));
}

/** The parts that a change of the page brought: it may be a key in a long text, of which the rest was looked at before. */
const changedParts = ({ type, target, addedNodes }: MutationRecord): readonly Node[] =>
  type === 'characterData' ? [target] : [...addedNodes];

function addFaces(faces: readonly FontFace[]): void {
  for (const face of faces) document.fonts.add(face);
}

/** Resolves with the faces that could be loaded; fonts of the device replace the others. */
async function loadFaces(wanted: readonly LateFace[]): Promise<FontFace[]> {
  const faces = wanted.map(
    ({ family, url, style, range, weight = '400 700' }) =>
      new FontFace(family, `url(${url}) format('woff2')`, {
        style,
        weight,
        display: 'swap',
        unicodeRange: range,
      }),
  );
  await Promise.allSettled(faces.map((face) => face.load()));
  return faces.filter(({ status }) => status === 'loaded');
}
