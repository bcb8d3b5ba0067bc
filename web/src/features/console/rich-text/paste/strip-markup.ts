import { CONTENT_HTML, contentAttributes } from '@vidhi/contracts/content-html.ts';
import { isSafeAddress } from '../trusted-html.ts';

/** Result of `stripMarkup`. */
export interface StrippedMarkup {
  html: string;
  /** Pictures that are on somebody's computer or another site. */
  lostPictures: number;
}

/** A comment, a declaration or a tag; quotes of attributes may contain `>`. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<[!?][^>]*>|<(?<slash>\/?)(?<name>[a-z][\w:-]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Elements that go with all they contain. */
const DROPPED =
  /^(?:style|script|xml|head|title|template|noscript|svg|math|object|embed|textarea|select|button|iframe|audio|video|form|applet|frameset|xmp|plaintext|noembed|noframes|o:p|v:\w+|w:\w+)$/;
const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set([
  ...CONTENT_HTML.blockTags,
  ...CONTENT_HTML.inlineTags,
  'h1',
  'font',
]);
const VOID: ReadonlySet<string> = new Set(CONTENT_HTML.voidTags);

/** Meanings of styles, as words of `data-paste`. */
const STYLES: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b/i, 'bold'],
  [/(?<![\w-])font-weight\s*:\s*(?:normal|lighter|[1-4]00)\b/i, 'light'],
  [/(?<![\w-])font-style\s*:\s*(?:italic|oblique)/i, 'italic'],
  [/(?<![\w-])font-style\s*:\s*normal/i, 'upright'],
  [/text-decoration[\w-]*\s*:[^;]*line-through/i, 'strike'],
  [/text-decoration[\w-]*\s*:[^;]*underline/i, 'underline'],
  [/vertical-align\s*:\s*super/i, 'super'],
  [/vertical-align\s*:\s*sub\b/i, 'sub'],
  [/text-align\s*:\s*center/i, 'center'],
  [/text-align\s*:\s*right/i, 'right'],
  [/mso-list\s*:\s*Ignore/i, 'label'],
  [/mso-(?:spacerun\s*:\s*yes|tab-count)/i, 'space'],
  [/mso-element\s*:\s*(?:footnote|endnote)-list/i, 'notes'],
  [/(?:display\s*:\s*none|mso-hide\s*:\s*all|mso-element\s*:\s*comment)/i, 'hidden'],
];
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/\bMso(?:Footnote|Endnote)Reference\b/, 'noteref'],
  [/\bMsoTitle\b/, 'title'],
  [/\bMso(?:Intense)?Quote\b/, 'quote'],
  [/\bMsoListParagraph/, 'listparagraph'],
  // What the people of an office say to each other about the text.
  [/\b(?:MsoComment\w+|msocom\w+)\b/, 'hidden'],
];

const escapeText = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
/** References are left as they are; parsers read them in attributes as in text. */
const decodeReferences = (text: string): string =>
  text
    .replace(/&#x([\da-f]+);?/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code: string) => characterOf(Number(code)))
    .replaceAll(/&(?:tab|newline);/gi, '')
    .replaceAll('&colon;', ':')
    .replaceAll('&amp;', '&');

const characterOf = (code: number): string =>
  code > 0 && code < 0x11_0000 ? String.fromCodePoint(code) : '';

function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '');
  }
  return found;
}

/** Word names the person who has made a change that nobody has accepted yet; other elements of this name are of the text. */
const isTracked = (attributes: ReadonlyMap<string, string>): boolean =>
  /^mailto:/i.test(attributes.get('cite') ?? '');
const TRACKED: Readonly<Partial<Record<string, string>>> = { del: 'hidden', ins: 'accepted' };

/** Words for what the style, the classes and the list of a tag mean. */
function meaningOf(name: string, attributes: ReadonlyMap<string, string>): string[] {
  const style = decodeReferences(attributes.get('style') ?? '');
  const names = attributes.get('class') ?? '';
  const list = /mso-list\s*:\s*l(\d+)\s+level(\d+)/i.exec(style);
  const tracked = isTracked(attributes) ? TRACKED[name] : undefined;
  const align = /^(center|right)$/i.exec(attributes.get('align') ?? '')?.[1]?.toLowerCase();
  return [
    ...STYLES.flatMap(([pattern, word]) => (pattern.test(style) ? [word] : [])),
    ...CLASSES.flatMap(([pattern, word]) => (pattern.test(names) ? [word] : [])),
    ...(list === null ? [] : [`list-${list[1] ?? '0'}-${list[2] ?? '1'}`]),
    ...(tracked === undefined ? [] : [tracked]),
    ...(align === undefined ? [] : [align]),
    ...(attributes.get('role') === 'presentation' ? ['presentation'] : []),
  ];
}

const isOwnPicture = (source: string): boolean =>
  /^\/(?![/\\])/.test(source) ||
  (typeof location !== 'undefined' && source.startsWith(`${location.origin}/`));

function writeTag(name: string, attributes: ReadonlyMap<string, string>, isPaste: boolean): string {
  const written = [...contentAttributes(name)].flatMap((one) => {
    // Older editors name the target of a link where HTML has an id.
    const value = attributes.get(one) ?? (name === 'a' && one === 'id' ? attributes.get('name') : undefined);
    if (value === undefined || (one === 'dir' && value === 'ltr')) return [];
    // Word names the language of every run.
    if (isPaste && one === 'lang' && /^en\b/i.test(value)) return [];
    if (one === 'lang') return [` lang="${escapeValue(value.toLowerCase())}"`];
    if (/^(?:href|src|cite)$/.test(one) && !isSafeAddress(decodeReferences(value).trim())) return [];
    return [` ${one}="${escapeValue(value)}"`];
  });
  const alignment = CONTENT_HTML.classes.find((one) => attributes.get('class')?.split(/\s+/).includes(one));
  if (!isPaste && alignment !== undefined) written.push(` class="${alignment}"`);
  const meaning = isPaste ? meaningOf(name, attributes) : [];
  if (meaning.length > 0) written.push(` data-paste="${meaning.join(' ')}"`);
  return `<${name}${written.join('')}>`;
}

/**
 * Rewrites pasted HTML as text, before any parser has seen it: even an inert document reports styles and event handlers as
 * violations of the security policy. Only elements and attributes of stored HTML are left; what styles and classes of word processors
 * mean is in `data-paste`.
 */
export function stripMarkup(pasted: string): StrippedMarkup {
  return strip(fragmentOf(pasted), true);
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns what was copied. Spreadsheets mark the rows alone, whose table begins before the mark. */
function fragmentOf(pasted: string): string {
  const [, before = '', fragment] =
    /^([^]*?)<!--StartFragment-->([^]*?)<!--EndFragment-->/i.exec(pasted) ?? [];
  if (fragment === undefined) return pasted;
  const isInTable = countOf(before, /<table\b/gi) > countOf(before, /<\/table\b/gi);
  return isInTable ? `<table>${fragment}</table>` : fragment;
}

/** Returns HTML that somebody typed, with the elements and attributes of stored HTML only. */
export const stripTypedHtml = (typed: string): string => strip(typed, false).html;

const isVideo = (attributes: string): boolean =>
  readAttributes(attributes).get('src')?.startsWith(CONTENT_HTML.frameSource) === true;

function strip(source: string, isPaste: boolean): StrippedMarkup {
  let html = '';
  let at = 0;
  let lostPictures = 0;
  for (const match of source.matchAll(MARKUP)) {
    if (match.index < at) continue;
    html += escapeText(source.slice(at, match.index));
    at = match.index + match[0].length;
    const { slash = '', attributes = '' } = match.groups ?? {};
    const name = match.groups?.['name']?.toLowerCase();
    if (name === undefined) continue;
    if (DROPPED.test(name) && (isPaste || name !== 'iframe' || (slash === '' && !isVideo(attributes)))) {
      if (slash === '' && !attributes.endsWith('/')) at = endOf(name, source, at);
      continue;
    }
    if (!ALLOWED_ELEMENTS.has(name)) continue;
    if (slash === '/') {
      if (!VOID.has(name)) html += `</${name}>`;
      continue;
    }
    const found = readAttributes(attributes);
    if (isPaste && name === 'img' && !isOwnPicture(decodeReferences(found.get('src') ?? ''))) {
      lostPictures += 1;
      // The words around it stay apart.
      html += ' ';
      continue;
    }
    html += writeTag(name, found, isPaste);
  }
  return { html: html + escapeText(source.slice(at)), lostPictures };
}

function endOf(name: string, source: string, from: number): number {
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = from;
  const found = close.exec(source);
  return found === null ? source.length : found.index + found[0].length;
}
