import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';

export type Weight = 'regular' | 'bold';

const { resolve } = createRequire(import.meta.url);
/** Latin, Devanagari and ₹: the font of every document. */
export const BASE = 'Devanagari';
/** The other scripts of the Eighth Schedule to the Constitution, each with the font of the same family that has it. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Tamil}/u, 'Tamil'],
  [/\p{Script=Telugu}/u, 'Telugu'],
  [/\p{Script=Kannada}/u, 'Kannada'],
  [/\p{Script=Malayalam}/u, 'Malayalam'],
  [/\p{Script=Bengali}/u, 'Bengali'],
  [/\p{Script=Gujarati}/u, 'Gujarati'],
  [/\p{Script=Gurmukhi}/u, 'Gurmukhi'],
  [/\p{Script=Oriya}/u, 'Oriya'],
  [/\p{Script=Ol_Chiki}/u, 'OlChiki'],
  [/\p{Script=Meetei_Mayek}/u, 'MeeteiMayek'],
  [/[\p{Script=Arabic}\p{Script_Extensions=Arabic}]/u, 'Arabic'],
];
const parsed = new Map<string, Font>();

/** Returns a parsed font. Read when a text needs it first, and parsed once: that takes longer than a document's layout. */
export function fontOf(script: string, weight: Weight): Font {
  const key = `${script} ${weight}`;
  let font = parsed.get(key);
  if (font === undefined) {
    const style = weight === 'bold' ? '700Bold' : '400Regular';
    const folder = script.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    const file = `noto-sans-${folder}/${style}/NotoSans${script}_${style}.ttf`;
    // Each file has one font and no collection.
    font = create(readFileSync(resolve(`@expo-google-fonts/${file}`))) as Font;
    allowNullAnchors(font);
    rememberWords(font);
    parsed.set(key, font);
  }
  return font;
}

const MAX_WORD_LENGTH = 40;
const MAX_WORDS = 2_000;

/**
 * Has a font shape a short text once and remember its glyphs: shaping takes a third of the time of a bill, and most words
 * are those of the bill before. The positions of each result are its own, as pdfkit scales them in place.
 */
function rememberWords(font: Font): void {
  const layout = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  font.layout = (text, ...options) => {
    if (options.some((option) => option !== undefined) || text.length > MAX_WORD_LENGTH)
      return layout(text, ...options);
    let run = runs.get(text);
    if (run === undefined) {
      run = layout(text);
      if (runs.size >= MAX_WORDS) runs.clear();
      runs.set(text, run);
    }
    const copy = Object.create(Object.getPrototypeOf(run) as object) as GlyphRun;
    return Object.assign(copy, run, { positions: run.positions.map((position) => ({ ...position })) });
  };
}

type ApplyLookup = (type: number, table: unknown) => boolean;
type ApplyAnchor = (mark: unknown, base: object | null, at: number) => void;
interface WithPositions {
  _layoutEngine: { engine?: { GPOSProcessor?: { applyLookup: ApplyLookup; applyAnchor: ApplyAnchor } } };
}

/**
 * A letter without an anchor for a class of marks has a null anchor: the table does not apply and the next is tried.
 * fontkit 2.0.4 throws a TypeError there instead, for names in Telugu, Malayalam and Gurmukhi.
 */
function allowNullAnchors(font: Font): void {
  const positions = (font as unknown as WithPositions)._layoutEngine.engine?.GPOSProcessor;
  if (positions === undefined) return;
  const applyLookup = positions.applyLookup.bind(positions);
  const applyAnchor = positions.applyAnchor.bind(positions);
  let isNull = false;
  positions.applyAnchor = (mark, base, at) => {
    if (base === null) isNull = true;
    else applyAnchor(mark, base, at);
  };
  positions.applyLookup = (type, table) => {
    const applies = applyLookup(type, table) && !isNull;
    isNull = false;
    return applies;
  };
}

const inFont = (script: string, weight: Weight, character: string): boolean =>
  fontOf(script, weight).hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** Whether the base font has the whole text, so that no other font is needed. */
export function isInBaseFont(text: string, weight: Weight): boolean {
  const font = fontOf(BASE, weight);
  return Array.from(text).every(
    (character) =>
      character === '\n' || character === '\r' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

/** A part of a text in one font, and whether it is written from right to left. */
export interface Run {
  text: string;
  script: string;
  rightToLeft: boolean;
}

/** Marks and joiners are shaped with the letter before them. */
const SHAPED_WITH_LETTER = /[\p{Mark}\u200c\u200d]/u;

/** Returns the script whose font has the character, or null. */
function scriptOf(character: string, previous: string | null, weight: Weight): string | null {
  if (previous !== null && SHAPED_WITH_LETTER.test(character) && inFont(previous, weight, character))
    return previous;
  const own = SCRIPTS.find(([pattern]) => pattern.test(character))?.[1];
  return [BASE, own].find((script) => script !== undefined && inFont(script, weight, character)) ?? null;
}

/** Arabic letters and signs with what is between them, and numbers after them. */
const RIGHT_TO_LEFT = /\p{Script=Arabic}(?:[^\p{Letter}\n]*[\p{Script=Arabic}\p{Number}])*\p{Mark}*/gu;
/** Within such a span: a number, spaces, a sign, or letters. */
const TOKENS = /\p{Number}+(?:[.,:/-]\p{Number}+)*|\s+|[\p{Letter}\p{Mark}\u200c\u200d]+|./gsu;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '«': '»',
  '»': '«',
};
const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '«': '»', '"': '"' };

/** Returns how many of the brackets that a text opens with `opening` it does not close; negative for those it only closes. */
function openIn(text: string, opening: string): number {
  const closing = OPENING[opening];
  const count = (sign: string | undefined): number => text.split(sign ?? opening).length - 1;
  return opening === closing ? count(opening) % 2 : count(opening) - count(closing);
}

/** Returns the end of a span with the closing bracket of a pair that opens in it, and its start with an opening one. */
function withBrackets(
  line: string,
  from: number,
  span: readonly [start: number, end: number],
): [number, number] {
  let [start, end] = span;
  for (let grows = true; grows;) {
    const text = line.slice(start, end);
    const [before = '', after = ''] = [start > from ? line[start - 1] : '', line[end]];
    const opens = Object.keys(OPENING).some((sign) => OPENING[sign] === after && openIn(text, sign) > 0);
    const closes =
      before in OPENING && (openIn(text, before) < 0 || (before === '"' && openIn(text, '"') > 0));
    if (opens) end += 1;
    else if (closes) start -= 1;
    grows = opens || closes;
  }
  return [start, end];
}

/**
 * Splits one line into runs in visual order. The line as a whole is written from left to right; the shaping of a font
 * reverses the letters of a run from right to left. A character in no font is replaced, and added to `missing`.
 */
export function runsOf(line: string, weight: Weight, missing: Set<string>): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const span of line.matchAll(RIGHT_TO_LEFT)) {
    const [from, to] = withBrackets(line, end, [span.index, span.index + span[0].length]);
    runs.push(...inFonts(line.slice(end, from), weight, false, missing));
    const tokens = line.slice(from, to).match(TOKENS) ?? [];
    for (const token of tokens.toReversed()) {
      const isNumber = /^\p{Number}/u.test(token);
      const parts = inFonts(MIRRORED[token] ?? token, weight, !isNumber, missing);
      runs.push(...(isNumber ? parts : parts.toReversed()));
    }
    end = to;
  }
  runs.push(...inFonts(line.slice(end), weight, false, missing));
  return runs;
}

/**
 * Returns what is printed for a character that no font has: its compatible letters (`№`: No), the letter without its marks
 * (`ṛ`: r), a space; else a question mark. What is not the same text is added to `missing`.
 */
function replacementOf(character: string, weight: Weight, missing: Set<string>): string {
  if (/\s/.test(character)) return ' ';
  // A fraction after a number: `4 1/2`.
  const compatible = character.normalize('NFKC').replace(/^(\d+)\u2044/, ' $1/');
  if (isInBaseFont(compatible, weight)) return compatible;
  missing.add(character);
  const letters = compatible.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return letters !== '' && isInBaseFont(letters, weight) ? letters : '?';
}

function inFonts(text: string, weight: Weight, rightToLeft: boolean, missing: Set<string>): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const script = scriptOf(character, last?.script ?? null, weight);
    // Controls of direction and joining without a glyph are invisible in any font.
    if (script === null && /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/u.test(character)) continue;
    const shown = script === null ? replacementOf(character, weight, missing) : character;
    const font = script ?? BASE;
    if (last?.script === font) last.text += shown;
    else runs.push({ text: shown, script: font, rightToLeft });
  }
  // The shaping of the font reverses Arabic digits, too, which are read from left to right.
  return rightToLeft ? runs : runs.map((run) => (run.script === 'Arabic' ? reversed(run) : run));
}

const reversed = (run: Run): Run => ({ ...run, text: Array.from(run.text).toReversed().join('') });
