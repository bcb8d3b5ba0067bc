import type { Node, Schema } from '@tiptap/pm/model';
import { RAW_BLOCK } from './element-nodes.ts';
import { patchSource } from './patch-source.ts';
import { readBlocks } from './read-html.ts';
import { canonicalHtml } from './same-html.ts';
import { sourceChunks, type SourceChunk } from './source-chunks.ts';
import { parseInert } from './trusted-html.ts';
import { writeNode } from './write-html.ts';

/** Blocks of the editor and the stored text that they were read from. */
interface LoadedChunk extends SourceChunk {
  nodes: readonly Node[];
  /** HTML that the editor writes for the nodes; equal in meaning to `html`. */
  written: string;
}

export interface StoredDocument {
  doc: Node;
  /**
   * Returns the HTML of a document that the editor made from this one. What has not been changed is as it was stored, byte by
   * byte; within a changed block, too, where its spelling can be aligned.
   */
  toHtml: (doc: Node) => string;
}

/**
 * Reads stored HTML for the editor without losing anything of it: a block that the editor would write with another meaning becomes
 * a `rawBlock`.
 */
export function loadDocument(schema: Schema, html: string): StoredDocument {
  const { before, chunks } = sourceChunks(html);
  const loaded = chunks.map((chunk) => loadChunk(schema, chunk));
  const paragraph = schema.nodes['paragraph'];
  const nodes = loaded.flatMap((chunk) => chunk.nodes);
  const doc = schema.topNodeType.create(null, nodes.length > 0 ? nodes : paragraph?.create());
  return { doc, toHtml: (changed) => writeDocument(changed, loaded, before) };
}

const meaningOf = (html: string): string => canonicalHtml(parseInert(html));

/** Returns whether a parser finds the elements that are written, without those that it inserts or drops. */
function isParsedAsWritten(html: string): boolean {
  const written = Array.from(html.matchAll(/<(\w+)/g), ([, tag = '']) => tag.toLowerCase()).sort();
  const parsed = Array.from(parseInert(html).querySelectorAll('*'), ({ localName }) => localName).sort();
  const hasBody = written.includes('tbody');
  return written.join() === parsed.filter((tag) => hasBody || tag !== 'tbody').join();
}

function writeBlocks(nodes: readonly Node[], parent: Node): string {
  const holder = parent.type.create(null, nodes);
  return nodes.map((node, at) => writeNode(node, holder, at)).join('');
}

function loadChunk(schema: Schema, chunk: SourceChunk): LoadedChunk {
  const nodes = readBlocks(chunk.html, schema);
  const written = writeBlocks(nodes, schema.topNodeType.create(null, nodes));
  // What the editor writes as it is stored, byte by byte, needs no comparison, which parses it three times.
  if (nodes.length > 0 && written === chunk.html) return { ...chunk, nodes, written };
  if (nodes.length > 0 && isParsedAsWritten(chunk.html) && meaningOf(written) === meaningOf(chunk.html))
    return { ...chunk, nodes, written };
  const raw = schema.nodes[RAW_BLOCK]?.create({ html: chunk.html });
  return { ...chunk, nodes: raw === undefined ? [] : [raw], written: chunk.html };
}

/** A part of a document: unchanged blocks of one chunk, or changed ones between two such. */
type Part = { chunk: LoadedChunk } | { nodes: Node[] };

function partsOf(doc: Node, loaded: readonly LoadedChunk[]): Part[] {
  const byFirst = new Map(loaded.map((chunk) => [chunk.nodes[0], chunk]));
  const used = new Set<LoadedChunk>();
  const parts: Part[] = [];
  const { children } = doc;
  for (let at = 0; at < children.length;) {
    const node = children[at];
    if (node === undefined) break;
    const chunk = byFirst.get(node);
    if (
      chunk !== undefined &&
      !used.has(chunk) &&
      chunk.nodes.every((one, index) => children[at + index] === one)
    ) {
      used.add(chunk);
      parts.push({ chunk });
      at += chunk.nodes.length;
      continue;
    }
    const last = parts.at(-1);
    if (last !== undefined && 'nodes' in last) last.nodes.push(node);
    else parts.push({ nodes: [node] });
    at += 1;
  }
  return parts;
}

const isEmptyParagraph = (node: Node): boolean =>
  node.type.name === 'paragraph' && node.childCount === 0 && node.attrs['form'] === null;

function writeDocument(doc: Node, loaded: readonly LoadedChunk[], before: string): string {
  const parts = partsOf(doc, loaded);
  const last = parts.at(-1);
  // The empty paragraph in which somebody would have gone on.
  if (last !== undefined && 'nodes' in last)
    while (last.nodes.length > 0 && last.nodes.slice(-1).every(isEmptyParagraph)) last.nodes.pop();
  let html = before;
  let known = -1;
  for (const [index, part] of parts.entries()) {
    if ('chunk' in part) {
      html += part.chunk.html + part.chunk.gap;
      known = loaded.indexOf(part.chunk);
      continue;
    }
    const next = parts.slice(index + 1).find((one) => 'chunk' in one);
    const until = next === undefined ? loaded.length : loaded.indexOf(next.chunk);
    html += writeChanged(part.nodes, loaded.slice(known + 1, Math.max(known + 1, until)), doc);
  }
  return html;
}

/** Writes changed blocks beside the chunks that were where they are: as many blocks as before are those, in order. */
function writeChanged(nodes: readonly Node[], replaced: readonly LoadedChunk[], doc: Node): string {
  const count = replaced.reduce((sum, chunk) => sum + chunk.nodes.length, 0);
  if (count !== nodes.length || replaced.length === 0) {
    const gap = replaced[0]?.gap ?? '';
    const end = replaced.at(-1)?.gap ?? '';
    return nodes.map((_, at) => writeBlocksAt(nodes, at, doc) + (at < nodes.length - 1 ? gap : end)).join('');
  }
  let at = 0;
  return replaced
    .map((chunk) => {
      const now = nodes.slice(at, at + chunk.nodes.length);
      at += chunk.nodes.length;
      const after = writeBlocks(now, doc);
      const patched = patchSource(chunk.html, chunk.written, after);
      return (patched !== null && meaningOf(patched) === meaningOf(after) ? patched : after) + chunk.gap;
    })
    .join('');
}

function writeBlocksAt(nodes: readonly Node[], at: number, doc: Node): string {
  const node = nodes[at];
  return node === undefined ? '' : writeNode(node, doc.type.create(null, nodes), at);
}
