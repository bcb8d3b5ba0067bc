import { CONTENT_HTML } from '@vidhi/contracts/content-html.ts';

/** A character and what precedes it: tags and white space. The last unit may have no character. */
interface Unit {
  gap: string;
  sign: string;
}

const GAP = /(?:<[^>]*>|[ \t\n\r\f]+)*/y;
const SIGN = /&(?:#\d+|\w+);|[^]/uy;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00A0',
};

function unitsOf(html: string): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < html.length;) {
    GAP.lastIndex = at;
    const gap = GAP.exec(html)?.[0] ?? '';
    SIGN.lastIndex = at + gap.length;
    const sign = SIGN.exec(html)?.[0] ?? '';
    units.push({ gap, sign });
    at += gap.length + sign.length;
  }
  // Tags after the last character have a unit of their own, in every text.
  if (units.at(-1)?.sign !== '') units.push({ gap: '', sign: '' });
  return units;
}

const decode = (sign: string): string => ENTITIES[sign] ?? sign;

/**
 * Returns the edited markup, with every unchanged part as it is written in `source`. `before` is what the editor writes
 * for the unedited source, and `after` what it writes now. Null when source and `before` cannot be aligned.
 */
export function patchSource(source: string, before: string, after: string): string | null {
  const [old, written, now] = [unitsOf(source), unitsOf(before), unitsOf(after)];
  if (old.length !== written.length) return null;
  if (old.some(({ sign }, at) => decode(sign) !== decode(written[at]?.sign ?? ''))) return null;
  const isSame = (one: Unit | undefined, other: Unit | undefined): boolean =>
    one?.gap === other?.gap && one?.sign === other?.sign;
  const most = Math.min(written.length, now.length);
  let start = 0;
  while (start < most && isSame(written[start], now[start])) start += 1;
  let end = 0;
  while (end < most - start && isSame(written.at(-1 - end), now.at(-1 - end))) end += 1;
  const changed = now.slice(start, now.length - end);
  const [first] = changed;
  const firstOld = start < old.length - end ? old[start] : undefined;
  // What precedes the first changed character is often as it was.
  if (first !== undefined && firstOld !== undefined && first.gap === written[start]?.gap)
    changed[0] = { gap: firstOld.gap, sign: first.sign };
  const patched = [...old.slice(0, start), ...changed, ...old.slice(old.length - end)]
    .map(({ gap, sign }) => gap + sign)
    .join('');
  return isBalanced(patched) ? patched : null;
}

const VOID: ReadonlySet<string> = new Set(CONTENT_HTML.voidTags);

/** Returns whether every element ends before the one around it. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([\w-]+)[^>]*>/g)) {
    if (VOID.has(tag)) continue;
    if (slash === '') open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0;
}
