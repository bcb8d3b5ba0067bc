import { diffArrays } from 'diff';
import { sourceChunks } from '../rich-text/source-chunks.ts';
import { ARTICLE_ATTRIBUTES, isSameValue, type ArticleValues } from './article-values.ts';

/** A part of a text: blocks that both agree on, or two versions of which one has to be chosen. */
export type TextPart = { blocks: string } | { mine: string; theirs: string };

/** Result of merging two changes of the same article. */
export interface Merge {
  /** All that needs no decision; mine where there is one to make. */
  values: ArticleValues;
  /** Attributes that the other person alone has changed. */
  theirs: (keyof ArticleValues)[];
  /** Attributes that both have changed, to different values; without the text. */
  conflicts: Exclude<keyof ArticleValues, 'content'>[];
  /** The text in parts where both have changed it; null where it needs no decision. */
  text: TextPart[] | null;
}

/** A change of a range of the base. */
interface Hunk {
  from: number;
  to: number;
  blocks: readonly string[];
}

const blocksOf = (html: string): string[] => sourceChunks(html).chunks.map((chunk) => chunk.html + chunk.gap);
const keyOf = (block: string): string => block.trim();

function hunksOf(base: readonly string[], changed: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [at, now] = [0, 0];
  let open: Hunk | null = null;
  for (const { added, removed, count } of diffArrays(base.map(keyOf), changed.map(keyOf))) {
    if (!added && !removed) {
      open = null;
      at += count;
      now += count;
      continue;
    }
    if (open === null) {
      open = { from: at, to: at, blocks: [] };
      hunks.push(open);
    }
    if (removed) open.to = at += count;
    else open.blocks = [...open.blocks, ...changed.slice(now, (now += count))];
  }
  return hunks;
}

/** The blocks of a range of the base after the hunks within it. */
function applied(base: readonly string[], hunks: readonly Hunk[], from: number, to: number): string {
  let at = from;
  let html = '';
  for (const hunk of hunks) {
    html += base.slice(at, hunk.from).join('') + hunk.blocks.join('');
    at = hunk.to;
  }
  return html + base.slice(at, to).join('');
}

/** Merges two changes of a text block by block; changes of neighbouring blocks are merged, changes of the same block are not. */
export function mergeTexts(base: string, mine: string, theirs: string): TextPart[] {
  const blocks = blocksOf(base);
  const [ours, others] = [hunksOf(blocks, blocksOf(mine)), hunksOf(blocks, blocksOf(theirs))];
  const parts: TextPart[] = [];
  const add = (html: string): void => {
    const last = parts.at(-1);
    if (last !== undefined && 'blocks' in last) last.blocks += html;
    else if (html !== '') parts.push({ blocks: html });
  };
  const meets = (one: Hunk, from: number, to: number): boolean =>
    one.from < to && from < one.to ? true : one.from === from && (one.from === one.to || from === to);
  let at = 0;
  while (ours.length > 0 || others.length > 0) {
    const first = Math.min(ours[0]?.from ?? Infinity, others[0]?.from ?? Infinity);
    add(blocks.slice(at, first).join(''));
    let end = first;
    const [here, there]: [Hunk[], Hunk[]] = [[], []];
    for (let grown = true; grown;) {
      grown = false;
      for (const [queue, taken] of [
        [ours, here],
        [others, there],
      ] as const) {
        const [next] = queue;
        const isFirst = here.length + there.length === 0 && next?.from === first;
        if (next === undefined || !(isFirst || meets(next, first, end))) continue;
        queue.shift();
        taken.push(next);
        end = Math.max(end, next.to);
        grown = true;
      }
    }
    const [one, other] = [applied(blocks, here, first, end), applied(blocks, there, first, end)];
    if (there.length === 0 || one === other) add(one);
    else if (here.length === 0) add(other);
    else parts.push({ mine: one, theirs: other });
    at = end;
  }
  add(blocks.slice(at).join(''));
  return parts;
}

/** The text of parts, with my version where there are two. */
export const textOfParts = (
  parts: readonly TextPart[],
  chooseTheirs: (at: number) => boolean = () => false,
): string =>
  parts
    .map((part, at) => ('blocks' in part ? part.blocks : chooseTheirs(at) ? part.theirs : part.mine))
    .join('');

/** Merges two changes of the same article by attribute, and its text by block. */
export function mergeArticles(base: ArticleValues, mine: ArticleValues, theirs: ArticleValues): Merge {
  const merge: Merge = { values: { ...mine }, theirs: [], conflicts: [], text: null };
  for (const name of ARTICLE_ATTRIBUTES) {
    if (isSameValue(mine[name], theirs[name]) || isSameValue(theirs[name], base[name])) continue;
    if (isSameValue(mine[name], base[name])) {
      merge.values = { ...merge.values, [name]: theirs[name] };
      merge.theirs.push(name);
    } else if (name === 'content') {
      const parts = mergeTexts(base.content, mine.content, theirs.content);
      merge.values.content = textOfParts(parts);
      if (parts.some((part) => 'mine' in part)) merge.text = parts;
      else merge.theirs.push(name);
    } else merge.conflicts.push(name);
  }
  return merge;
}
