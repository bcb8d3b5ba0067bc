import { readFileSync, readdirSync } from 'node:fs';
import { closingNote, KINDS } from '../site/notes.ts';
import type { Kind, Language } from '../site/notes.ts';

/** Contents of the file of one post, `posts/0012-some-slug.html`: a comment with `key: value` lines, then the body. */
export interface Post {
  id: number;
  slug: string;
  title: string;
  date: string;
  updated: string;
  author: string;
  categories: string[];
  tags: string[];
  newstags: string;
  picture: string | null;
  youtube: string | null;
  trending: boolean;
  views: number;
  kind: Kind;
  language: Language;
  draft: boolean;
  /** HTML, the closing note included. */
  content: string;
}

const FILE_NAME = /^(?<id>\d{4})-(?<slug>[a-z0-9-]+)\.html$/;
const FILE = /^<!--\n(?<head>[\s\S]*?)\n-->\n(?<body>[\s\S]+)$/;
const KEYS = new Set(
  'title date updated author categories tags newstags picture youtube trending views kind lang draft'.split(
    ' ',
  ),
);

/** All posts, by id. Throws with the file's name when a file is malformed. */
export function readPosts(directory: URL): Post[] {
  return readdirSync(directory)
    .sort()
    .map((name) => parsePost(name, readFileSync(new URL(name, directory), 'utf8')));
}

export function parsePost(fileName: string, text: string): Post {
  const fail = (what: string): never => {
    throw new Error(`${fileName}: ${what}`);
  };
  const name = FILE_NAME.exec(fileName)?.groups ?? fail('expected a name like 0012-some-slug.html');
  const file = FILE.exec(text)?.groups ?? fail('expected a comment with the head, then the body');
  const head = new Map<string, string>();
  for (const line of (file['head'] ?? '').split('\n')) {
    const at = line.indexOf(': ');
    const key = line.slice(0, at);
    if (at < 0 || !KEYS.has(key) || head.has(key)) fail(`cannot read the line "${line}"`);
    head.set(key, line.slice(at + 2).trim());
  }
  const need = (key: string): string => head.get(key) ?? fail(`has no ${key}`);
  const list = (key: string) => need(key).split(', ');
  const instant = (key: string, value: string) =>
    Number.isNaN(Date.parse(value)) ? fail(`${key} is no time`) : new Date(value).toISOString();
  const kind = KINDS.find((known) => known === need('kind')) ?? fail('has an unknown kind');
  const language = head.get('lang') === 'hi' ? 'hi' : 'en';
  return {
    id: Number(name['id']),
    slug: name['slug'] ?? '',
    title: need('title'),
    date: instant('date', need('date')),
    updated: instant('updated', head.get('updated') ?? need('date')),
    author: need('author'),
    categories: list('categories'),
    tags: list('tags'),
    newstags: need('newstags'),
    picture: head.get('picture') ?? null,
    youtube: head.get('youtube') ?? null,
    trending: head.get('trending') === 'true',
    views: Number(need('views')),
    kind,
    language,
    draft: head.get('draft') === 'true',
    content: (file['body'] ?? '') + closingNote(kind, language),
  };
}
