import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'bold';

const { resolve } = createRequire(import.meta.url);
/** Latin, Devanagari and ₹: the font of every document. */
export const BASE = 'Devanagari';
/** The other scripts of Indian names, each with the font of the same family that has it. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Tamil}/u, 'Tamil'],
  [/\p{Script=Telugu}/u, 'Telugu'],
  [/\p{Script=Kannada}/u, 'Kannada'],
  [/\p{Script=Malayalam}/u, 'Malayalam'],
  [/\p{Script=Bengali}/u, 'Bengali'],
  [/\p{Script=Gujarati}/u, 'Gujarati'],
  [/\p{Script=Gurmukhi}/u, 'Gurmukhi'],
  [/\p{Script=Oriya}/u, 'Oriya'],
  [/[\p{Script=Arabic}\p{Script_Extensions=Arabic}]/u, 'Arabic'],
];
const parsed = new Map<string, Font>();

/** Returns a parsed font. Read when a text needs it first, and parsed once: that takes longer than a document's layout. */
export function fontOf(script: string, weight: Weight): Font {
  const style = weight === 'bold' ? '700Bold' : '400Regular';
  const file = `noto-sans-${script.toLowerCase()}/${style}/NotoSans${script}_${style}.ttf`;
  let font = parsed.get(file);
  if (font === undefined) {
    // Each file has one font and no collection.
    font = create(readFileSync(resolve(`@expo-google-fonts/${file}`))) as Font;
    allowNullAnchors(font);
    parsed.set(file, font);
  }
  return font;
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
export const isInBaseFont = (text: string, weight: Weight): boolean =>
  Array.from(text).every((character) => /[\n\r]/.test(character) || inFont(BASE, weight, character));

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

/** Arabic letters with what is between them, and numbers after them. */
const RIGHT_TO_LEFT =
  /\p{Script=Arabic}(?:[^\p{Letter}\n]*(?:(?=\p{Script=Arabic})[\p{Letter}\p{Mark}]|\p{Number}))*\p{Mark}*/gu;
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

/**
 * Splits one line into runs in visual order. The line as a whole is written from left to right; the shaping of a font
 * reverses the letters of a run from right to left. A character in no font becomes '?' and is added to `missing`.
 */
export function runsOf(line: string, weight: Weight, missing: Set<string>): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const span of line.matchAll(RIGHT_TO_LEFT)) {
    runs.push(...inFonts(line.slice(end, span.index), weight, false, missing));
    const tokens = span[0].match(TOKENS) ?? [];
    for (const token of tokens.toReversed()) {
      const isNumber = /^\p{Number}/u.test(token);
      const parts = inFonts(MIRRORED[token] ?? token, weight, !isNumber, missing);
      runs.push(...(isNumber ? parts : parts.toReversed()));
    }
    end = span.index + span[0].length;
  }
  runs.push(...inFonts(line.slice(end), weight, false, missing));
  return runs;
}

function inFonts(text: string, weight: Weight, rightToLeft: boolean, missing: Set<string>): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const script = scriptOf(character, last?.script ?? null, weight);
    // Controls of direction and joining without a glyph are invisible in any font.
    if (script === null && /\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(character)) continue;
    if (script === null) missing.add(character);
    const shown = script === null ? '?' : character;
    const font = script ?? BASE;
    if (last?.script === font) last.text += shown;
    else runs.push({ text: shown, script: font, rightToLeft });
  }
  return runs;
}
