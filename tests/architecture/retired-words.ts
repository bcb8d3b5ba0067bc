import { basename } from 'node:path';
import { parseSync } from '@swc/core';

/**
 * Words of docs/glossary.md that must not name anything: lower case, the words of one name separated by a space.
 * A word matches at any position of a camelCase, snake_case or kebab-case name.
 */
export const RETIRED_WORDS: readonly string[] = [
  'answer',
  'answered',
  'answering',
  'answers',
  'ask',
  'asked',
  'asking',
  'asks',
  'bulk door',
  'door',
  'doors',
  'everybody',
  'fate',
  'fates',
  'flight',
  'flights',
  'in turn',
  'is store',
  'is there',
  'kept ms',
  'kept part',
  'known documents',
  'landing',
  'landings',
  'link keeper',
  'lost navigation',
  'mark key',
  'match set',
  'module missing',
  'mortal',
  'news facts',
  'number texts',
  'post fact',
  'ready documents',
  'ready items',
  'refusal',
  'refusals',
  'refuse',
  'refuses',
  'rescue',
  'rescued',
  'session keeper',
  'sign in',
  'sign out',
  'site fact',
  'slot',
  'slots',
  'store path',
  'take turn',
  'trouble',
  'troubles',
  'turn key',
  'until heard',
  'user facts',
  'value codes',
  'when signed in',
  'word index',
];

/** Terms of the field that contain a retired word: requests in flight, single-flight, landing page. */
const FIELD_TERMS: readonly string[] = ['in flight', 'single flight', 'landing page', 'landing pages'];

/** Limits are named MAX_… and MIN_…. */
const SUPERLATIVES = /^(?:MOST|LARGEST|SMALLEST|LONGEST|SHORTEST|HIGHEST|DEEPEST|FEWEST)(?:_|$)/;

/** Returns the words of an identifier or a file name in lower case, separated by spaces. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .toLowerCase();

/** Returns the retired word that a name contains, or null. */
export function retiredWordIn(name: string): string | null {
  const superlative = SUPERLATIVES.exec(name);
  if (superlative !== null) return superlative[0];
  let words = ` ${wordsOf(name)} `;
  for (const term of FIELD_TERMS) words = words.replaceAll(` ${term} `, ' ');
  return RETIRED_WORDS.find((word) => words.includes(` ${word} `)) ?? null;
}

/** Cheap test whether a source can contain a retired identifier; parsing every file would take long. */
const CANDIDATE = new RegExp(
  `${RETIRED_WORDS.map((word) => word.replaceAll(' ', '[_ -]?')).join('|')}|${SUPERLATIVES.source.slice(1)}`,
  'i',
);

interface SyntaxNode {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly [key: string]: unknown;
}

/** Adds the names of all identifiers below a node of swc's AST. Strings and comments are not identifiers. */
function collectIdentifiers(node: unknown, names: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const child of node) collectIdentifiers(child, names);
    return;
  }
  const { type, value, ...children } = node as SyntaxNode;
  const isName = type === 'Identifier' || type === 'BindingIdentifier' || type === 'PrivateName';
  if (isName && typeof value === 'string') names.add(value);
  else collectIdentifiers(value, names);
  for (const child of Object.values(children)) collectIdentifiers(child, names);
}

/** Returns the retired names that a source file declares or uses, its own name included, as `name (retired word)`. */
export function findRetiredNames(file: string, source: string): string[] {
  const names = new Set([basename(file).replace(/\.[a-z.]+$/, '')]);
  if (CANDIDATE.test(source) && /\.(?:ts|tsx|mjs)$/.test(file)) {
    const program = parseSync(
      source,
      file.endsWith('.mjs') ? { syntax: 'ecmascript' } : { syntax: 'typescript', tsx: file.endsWith('.tsx') },
    );
    collectIdentifiers(program.body, names);
  }
  return [...names].flatMap((name) => {
    const word = retiredWordIn(name);
    return word === null ? [] : [`${name} (${word})`];
  });
}
