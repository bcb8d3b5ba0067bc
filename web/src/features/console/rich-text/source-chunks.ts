import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';

/** A top-level block of stored HTML, or the text between two, and the white space after it, as they are stored. */
export interface SourceChunk {
  html: string;
  gap: string;
}

const BLOCKS: ReadonlySet<string> = new Set(CONTENT_HTML.blockTags);
const VOID: ReadonlySet<string> = new Set(CONTENT_HTML.voidTags);
const TAG = /<(\/?)([a-zA-Z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/g;

interface Piece {
  html: string;
  isBlock: boolean;
}

/**
 * Cuts HTML into its top-level blocks; text and inline elements between two blocks are one chunk. `before`, the chunks and
 * their gaps are together the given text.
 */
export function sourceChunks(html: string): { before: string; chunks: SourceChunk[] } {
  const chunks: SourceChunk[] = [];
  let before = '';
  for (const { html: piece } of topLevelPieces(html)) {
    const text = piece.replace(/[ \t\n\r\f]+$/, '');
    const gap = piece.slice(text.length);
    const last = chunks.at(-1);
    if (text !== '') {
      const start = text.replace(/^[ \t\n\r\f]+/, '');
      const space = text.slice(0, text.length - start.length);
      if (last === undefined) before += space;
      else last.gap += space;
      chunks.push({ html: start, gap });
    } else if (last === undefined) before += gap;
    else last.gap += gap;
  }
  return { before, chunks };
}

/** Returns the top-level elements that are or contain blocks, and all between two of them as one piece. */
function topLevelPieces(html: string): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let at = 0;
  let hasBlock = false;
  const add = (to: number, isBlock: boolean): void => {
    const last = pieces.at(-1);
    const text = html.slice(at, to);
    at = to;
    if (text === '') return;
    if (!isBlock && last?.isBlock === false) last.html += text;
    else pieces.push({ html: text, isBlock });
  };
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    const element = name.toLowerCase();
    if (depth === 0 && slash === '') add(index, false);
    if (BLOCKS.has(element)) hasBlock = true;
    if (!VOID.has(element)) depth = Math.max(0, depth + (slash === '' ? 1 : -1));
    if (depth > 0) continue;
    add(index + tag.length, hasBlock);
    hasBlock = false;
  }
  add(html.length, depth > 0 && hasBlock);
  return pieces;
}
