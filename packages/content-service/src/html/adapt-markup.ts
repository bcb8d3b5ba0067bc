import { DomUtils, parseDocument } from 'htmlparser2';
import { parseYoutube, youtubePlayer } from '@vidhi/contracts/youtube.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Prefix of the ids in texts: no id of a page begins with it, and no global of a browser (DOM clobbering). */
const ID_PREFIX = 't-';
/** An id of a target, in any script; what is no letter, digit or one of these signs would end an attribute or an address. */
const ID = /^[\p{L}\p{M}\p{N}_.:-]{1,80}$/u;
/** Only markup with one of these needs adapting: styles, alignment, embedded videos, ids and links that lack their scheme. */
const ADAPTABLE =
  /\s(?:style|align|class|data-oembed-url)\s*=|<(?:oembed|center)|href\s*=\s*["']?\s*(?:#|www\.|[\w.+-]+@)/i;

/**
 * Rewrites what word processors and other editors write into markup that the sanitizer allows; the sanitizer must run afterwards.
 * Covers styles that mean bold, italic, struck out, sub- and superscript; alignment; CKEditor's embedded videos; the targets of
 * footnotes; links without a scheme. Applied twice, it returns the same as once.
 */
export function adaptMarkup(html: string): string {
  if (!ADAPTABLE.test(html)) return html;
  const root = parseDocument(html);
  const elements = DomUtils.getElementsByTagName('*', root, true);
  adaptAnchors(elements);
  for (const element of elements) {
    if (element.name === 'oembed') adaptEmbedded(element, attributeOf(element, 'url') || textOf(element));
    else if (lacksItsFrame(element)) adaptEmbedded(element, attributeOf(element, 'data-oembed-url'));
    else if (element.name === 'a') adaptLink(element);
    adaptAlignment(element);
    adaptStyle(element);
  }
  return DomUtils.getInnerHTML(root, { encodeEntities: 'utf8' });
}

const textOf = (element: Element): string => DomUtils.textContent(element).trim();
const lacksItsFrame = (element: Element): boolean =>
  'data-oembed-url' in element.attribs &&
  DomUtils.getElementsByTagName((name) => name === 'iframe' || name === 'a', element, true).length === 0;

const attributeOf = ({ attribs }: Element, name: string): string => attribs[name]?.trim() ?? '';

/** Prefixes the ids (and names of anchors) that links of the same text lead to; the sanitizer removes other ids. */
function adaptAnchors(elements: readonly Element[]): void {
  const targets = new Set<string>();
  for (const element of elements) {
    const target = element.name === 'a' ? targetOf(attributeOf(element, 'href')) : null;
    if (target === null) continue;
    targets.add(target);
    element.attribs['href'] = `#${prefixed(target)}`;
  }
  for (const element of elements) {
    const names = [attributeOf(element, 'id'), element.name === 'a' ? attributeOf(element, 'name') : ''];
    const target = names.find((name) => targets.has(name));
    if (target === undefined) delete element.attribs['id'];
    else element.attribs['id'] = prefixed(target);
  }
}

/** Returns the id that a link within the text leads to; null for other links. */
function targetOf(href: string): string | null {
  if (!href.startsWith('#')) return null;
  try {
    const id = decodeURIComponent(href.slice(1));
    return ID.test(id) ? id : null;
  } catch {
    return null;
  }
}

const prefixed = (id: string): string => (id.startsWith(ID_PREFIX) ? id : `${ID_PREFIX}${id}`);

/** Gives links such as `www.example.com` and `clerk@court.example` their scheme: without it they lead to a page of this site. */
function adaptLink(element: Element): void {
  const href = attributeOf(element, 'href');
  if (/^www\.[\w-]+\./i.test(href)) element.attribs['href'] = `https://${href}`;
  else if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(href)) element.attribs['href'] = `mailto:${href}`;
}

/** Replaces an embedded address by YouTube's player where it is a video of YouTube, otherwise by a link to it. */
function adaptEmbedded(element: Element, address: string): void {
  const target = parseYoutube(address);
  if (target !== null) {
    element.name = 'iframe';
    element.children = [];
    element.attribs = { src: youtubePlayer(target) };
  } else if (/^https?:\/\//i.test(address)) {
    element.name = 'a';
    element.attribs = { href: address };
    element.children = [];
    const label = parseDocument(address.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    moveChildren(label, element);
  }
}

const ALIGNMENT = /(?:^|;)\s*text-align\s*:\s*(center|right|justify)/i;
/** Classes of CKEditor, WordPress, Quill and Bootstrap, and the ones that this module writes. */
const ALIGNMENT_CLASS = /(?:^|\s)(?:align|text|has-text-align|ql-align)-(center|right|justify)(?:\s|$)/;
/** Classes of pictures in CKEditor and WordPress. Pictures are on the left without a class. */
const PICTURE_CLASS =
  /(?:^|\s)(?:align(center|right)|image-style-(?:block-)?align-(center|right)|image-style-(side))(?:\s|$)/;
const ALIGNABLE = /^(?:p|h[1-6]|div|center|t[dh]|blockquote|figure|li)$/;

/** Returns where an editor has put a picture; undefined where it has no class of one. */
function pictureAlignment(element: Element): string | undefined {
  const [found, plain, styled] = PICTURE_CLASS.exec(attributeOf(element, 'class')) ?? [];
  return found === undefined ? undefined : (plain ?? styled ?? 'right');
}

/** Returns the picture that is all there is in a paragraph or a figure but for its caption, within a link too. */
function onlyPicture(element: Element): Element | undefined {
  const [first, ...others] = element.children.filter((child) => !isEmpty(child));
  if (others.some((child) => !('name' in child) || child.name !== 'figcaption')) return undefined;
  if (first === undefined || !('name' in first) || !('attribs' in first)) return undefined;
  if (first.name === 'img') return first;
  return first.name === 'a' || first.name === 'span' ? onlyPicture(first) : undefined;
}

const isEmpty = (node: Element['children'][number]): boolean => 'data' in node && node.data.trim() === '';

/** Replaces the alignment of a block, however it is written, and that of its only picture by a class. Other classes are removed. */
function adaptAlignment(element: Element): void {
  const { attribs, name } = element;
  if (!ALIGNABLE.test(name)) return;
  const classes = attributeOf(element, 'class');
  const picture = onlyPicture(element);
  const alignment =
    ALIGNMENT.exec(attributeOf(element, 'style'))?.[1] ??
    /^(?:center|right|justify)$/i.exec(attributeOf(element, 'align'))?.[0] ??
    ALIGNMENT_CLASS.exec(classes)?.[1] ??
    pictureAlignment(element) ??
    (picture === undefined ? undefined : pictureAlignment(picture)) ??
    (name === 'center' ? 'center' : undefined);
  if (name === 'center') element.name = 'div';
  if (alignment === undefined) delete attribs['class'];
  else attribs['class'] = `align-${alignment.toLowerCase()}`;
}

/** The elements that mean what a style of an inline element says, with the tags that already mean it. */
const STYLES: readonly { style: RegExp; tag: string; same: ReadonlySet<string> }[] = [
  {
    style: /(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b/i,
    tag: 'strong',
    same: new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th']),
  },
  { style: /(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i, tag: 'em', same: new Set(['i', 'em']) },
  {
    style: /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i,
    tag: 's',
    same: new Set(['s', 'del']),
  },
  { style: /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*underline/i, tag: 'u', same: new Set(['u', 'a']) },
  { style: /(?:^|;)\s*vertical-align\s*:\s*super/i, tag: 'sup', same: new Set(['sup']) },
  { style: /(?:^|;)\s*vertical-align\s*:\s*sub\b/i, tag: 'sub', same: new Set(['sub']) },
];
/** Elements whose style is of a text; those of blocks are of a layout. */
const INLINE = new Set(['span', 'font', 'a', 'b', 'strong', 'i', 'em', 'u', 's', 'p']);
const NOT_BOLD = /(?:^|;)\s*font-weight\s*:\s*(?:normal|lighter|[1-4]00)\b/i;
const NOT_ITALIC = /(?:^|;)\s*font-style\s*:\s*normal/i;

/** Replaces the styles of an inline element by elements, and removes an element whose own meaning its style cancels. */
function adaptStyle(element: Element): void {
  if (!INLINE.has(element.name)) return;
  const style = attributeOf(element, 'style');
  const isBold = element.name === 'b' || element.name === 'strong';
  const isItalic = element.name === 'i' || element.name === 'em';
  if ((isBold && NOT_BOLD.test(style)) || (isItalic && NOT_ITALIC.test(style))) element.name = 'span';
  const isFootnote = attributeOf(element, 'class').split(/\s+/).includes('MsoFootnoteReference');
  delete element.attribs['style'];
  for (const { style: pattern, tag, same } of STYLES) {
    const applies = pattern.test(style) || (tag === 'sup' && isFootnote);
    if (applies && !hasMeaning(element, same)) wrapChildren(element, tag);
  }
}

function hasMeaning(element: Element, tags: ReadonlySet<string>): boolean {
  for (let at = element.parent; at !== null; at = at.parent)
    if ('name' in at && tags.has(at.name)) return true;
  return tags.has(element.name);
}

function wrapChildren(element: Element, tag: string): void {
  const wrapper = parseDocument(`<${tag}></${tag}>`).firstChild;
  if (wrapper === null || !('attribs' in wrapper) || element.children.length === 0) return;
  moveChildren(element, wrapper);
  DomUtils.appendChild(element, wrapper);
}

function moveChildren(from: Element | ReturnType<typeof parseDocument>, to: Element): void {
  for (let child = from.firstChild; child !== null; child = from.firstChild) DomUtils.appendChild(to, child);
}
