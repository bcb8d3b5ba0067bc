import { diffArrays } from 'diff';
import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';
import { parseInert } from '../rich-text/trusted-html.ts';

export type BlockKind =
  | 'paragraph'
  | 'heading'
  | 'item'
  | 'quotation'
  | 'row'
  | 'caption'
  | 'code'
  | 'picture'
  | 'video';

/** A block of a text as a reader sees it. */
export interface ReaderBlock {
  kind: BlockKind;
  text: string;
  /** Its HTML, in which links and emphasis may differ where the words do not. */
  html: string;
}

export interface DiffPart {
  text: string;
  change: 'same' | 'added' | 'removed';
}

export interface DiffBlock {
  kind: BlockKind;
  /** `format`: the words are the same, links or emphasis are not. */
  change: 'same' | 'added' | 'removed' | 'changed' | 'format';
  parts: readonly DiffPart[];
}

const KINDS: Readonly<Record<string, BlockKind>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  li: 'item',
  dt: 'item',
  dd: 'item',
  blockquote: 'quotation',
  figcaption: 'caption',
  caption: 'caption',
  pre: 'code',
};
const BLOCKS: ReadonlySet<string> = new Set(CONTENT_HTML.blockTags);
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isBlock = (element: Element): boolean =>
  BLOCKS.has(element.localName) ||
  [...element.querySelectorAll('*')].some(
    ({ localName }) => BLOCKS.has(localName) || localName === 'img' || localName === 'iframe',
  );

function collect(element: Element, kind: BlockKind, blocks: ReaderBlock[]): void {
  let [text, html] = ['', ''];
  const flush = (): void => {
    if (spaced(text) !== '') blocks.push({ kind, text: spaced(text), html: spaced(html) });
    [text, html] = ['', ''];
  };
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) {
      if (child.nodeType !== 3) continue;
      text += child.nodeValue ?? '';
      html += child.nodeValue ?? '';
    } else if (child.localName === 'img' || child.localName === 'iframe') {
      flush();
      const isPicture = child.localName === 'img';
      const name = child.getAttribute(isPicture ? 'alt' : 'title') ?? '';
      const source = child.getAttribute('src') ?? '';
      blocks.push({ kind: isPicture ? 'picture' : 'video', text: name, html: `${source} ${name}` });
    } else if (child.localName === 'br') {
      text += ' ';
      html += ' ';
    } else if (child.localName === 'tr') {
      flush();
      const cells = [...child.children].map((cell) => spaced(cell.textContent));
      blocks.push({ kind: 'row', text: cells.join(' | '), html: spaced(child.innerHTML) });
    } else if (isBlock(child)) {
      flush();
      collect(child, KINDS[child.localName] ?? kind, blocks);
    } else {
      text += child.textContent;
      html += child.outerHTML;
    }
  }
  flush();
}

/** Returns the blocks of stored HTML in the order in which a reader meets them. */
export function readerBlocks(html: string): ReaderBlock[] {
  const blocks: ReaderBlock[] = [];
  collect(parseInert(html), 'paragraph', blocks);
  return blocks;
}

/** Words of any script with their marks, spaces, and single signs. */
const TOKENS = /[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;
const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

/** Returns the words that a text has lost and won, as few runs as possible. */
export function diffWords(before: string, after: string): DiffPart[] {
  const found = diffArrays(tokensOf(before), tokensOf(after));
  const parts: DiffPart[] = [];
  let [removed, added] = ['', ''];
  /** Ends a run of changed words; a space that both versions end with is not changed. Returns the unchanged text after it. */
  const flush = (next = ''): string => {
    const space = removed.endsWith(' ') && added.endsWith(' ') ? ' ' : '';
    for (const [text, change] of [
      [removed, 'removed'],
      [added, 'added'],
    ] as const)
      if (text.length > space.length) parts.push({ text: text.slice(0, text.length - space.length), change });
    [removed, added] = ['', ''];
    return space + next;
  };
  found.forEach(({ value, added: isAdded, removed: isRemoved }, at) => {
    const text = value.join('');
    if (isRemoved) removed += text;
    else if (isAdded) added += text;
    else if (removed !== '' && added !== '' && text.trim() === '' && at < found.length - 1) {
      removed += text;
      added += text;
    } else {
      parts.push({ text: flush(text), change: 'same' });
    }
  });
  flush();
  return parts;
}

/** Below this share of common words two blocks are different ones. */
const SIMILAR = 0.4;

function similarity(one: string, other: string): number {
  const words = tokensOf(one).filter((token) => token.trim() !== '');
  const left = tokensOf(other).filter((token) => token.trim() !== '');
  const total = words.length + left.length;
  if (total === 0) return 1;
  let common = 0;
  for (const word of words) {
    const at = left.indexOf(word);
    if (at === -1) continue;
    left.splice(at, 1);
    common += 1;
  }
  return (2 * common) / total;
}

const whole = ({ kind, text }: ReaderBlock, change: 'added' | 'removed'): DiffBlock => ({
  kind,
  change,
  parts: [{ text, change }],
});

/** Pairs removed blocks with the similar ones that took their place, in order. */
function pairBlocks(removed: readonly ReaderBlock[], added: readonly ReaderBlock[]): DiffBlock[] {
  const result: DiffBlock[] = [];
  let next = 0;
  for (const block of removed) {
    const at = added.findIndex(
      (other, index) =>
        index >= next && other.kind === block.kind && similarity(block.text, other.text) >= SIMILAR,
    );
    const other = added[at];
    if (other === undefined) {
      result.push(whole(block, 'removed'));
      continue;
    }
    result.push(...added.slice(next, at).map((one) => whole(one, 'added')));
    result.push({ kind: other.kind, change: 'changed', parts: diffWords(block.text, other.text) });
    next = at + 1;
  }
  return [...result, ...added.slice(next).map((one) => whole(one, 'added'))];
}

const keyOf = ({ kind, text, html }: ReaderBlock): string =>
  // Two pictures are the same when their files are.
  kind === 'picture' || kind === 'video' ? `${kind} ${html}` : `${kind} ${text}`;

/** Returns two texts as one, block by block, with the words that were removed and inserted. */
export function diffTexts(before: string, after: string): DiffBlock[] {
  const [old, now] = [readerBlocks(before), readerBlocks(after)];
  const result: DiffBlock[] = [];
  let [left, right] = [0, 0];
  let removed: ReaderBlock[] = [];
  let added: ReaderBlock[] = [];
  const flush = (): void => {
    result.push(...pairBlocks(removed, added));
    [removed, added] = [[], []];
  };
  for (const part of diffArrays(old.map(keyOf), now.map(keyOf))) {
    if (part.removed) removed = old.slice(left, (left += part.count));
    else if (part.added) added = now.slice(right, (right += part.count));
    else {
      flush();
      for (let index = 0; index < part.count; index += 1) {
        const [one, other] = [old[left + index], now[right + index]];
        if (one === undefined || other === undefined) continue;
        const change = one.html === other.html ? 'same' : 'format';
        result.push({ kind: other.kind, change, parts: [{ text: other.text, change: 'same' }] });
      }
      left += part.count;
      right += part.count;
    }
  }
  flush();
  return result;
}

/** A run of unchanged blocks that a view leaves out. */
export interface Gap {
  gap: number;
}

const CONTEXT = 1;

/** Leaves out what is far from every change. */
export function withoutUnchanged(blocks: readonly DiffBlock[]): (DiffBlock | Gap)[] {
  const isNear = (at: number): boolean =>
    blocks.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ change }) => change !== 'same');
  const shown: (DiffBlock | Gap)[] = [];
  blocks.forEach((block, at) => {
    const last = shown.at(-1);
    if (isNear(at)) shown.push(block);
    else if (last !== undefined && 'gap' in last) last.gap += 1;
    else shown.push({ gap: 1 });
  });
  return shown;
}
