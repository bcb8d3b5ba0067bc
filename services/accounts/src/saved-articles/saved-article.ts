import { MAX_SAVED_ARTICLES } from '@vidhi/contracts/account-responses.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { objectOf } from '../bodies/read-body.ts';

/** A news article that somebody saved for later. */
export interface SavedArticle {
  /** Path on this site, with its leading slash. */
  path: string;
  title: string;
  /** Time of publication of the article. */
  date: string;
}

const MAX_PATH_CHARS = 1_000;
const MAX_TITLE_CHARS = 500;

/** A path of this site: not `//host`, and without spaces and control characters. */
const PATH = /^\/(?![/\\])[^\s\p{Cc}]*$/u;
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

const CHECKS: Readonly<Record<keyof SavedArticle, (text: string) => boolean>> = {
  path: (text) => text.length <= MAX_PATH_CHARS && PATH.test(text),
  title: (text) => text.trim() !== '' && text.length <= MAX_TITLE_CHARS,
  date: (text) => DATE.test(text) && !Number.isNaN(Date.parse(text)),
};
const ATTRIBUTES = Object.keys(CHECKS) as (keyof SavedArticle)[];

const isValid = (value: unknown, attribute: keyof SavedArticle): boolean =>
  typeof value === 'string' && CHECKS[attribute](value);

/** Reads `{ articles }`, newest first; throws 400 with every problem. Further attributes are ignored. */
export function readArticles(body: unknown): SavedArticle[] {
  const { articles } = objectOf(body);
  if (!Array.isArray(articles) || articles.length === 0 || articles.length > MAX_SAVED_ARTICLES)
    throw attributeErrors([
      { path: ['articles'], message: `articles must be a list of 1 to ${MAX_SAVED_ARTICLES} articles` },
    ]);
  const read = articles.map(objectOf);
  const problems = read.flatMap((article, index) =>
    ATTRIBUTES.filter((attribute) => !isValid(article[attribute], attribute)).map((attribute) => ({
      path: ['articles', String(index), attribute],
      message: `articles[${index}].${attribute} is invalid`,
    })),
  );
  if (problems.length > 0) throw attributeErrors(problems);
  return read.map(({ path, title, date }) => ({
    path: String(path),
    title: String(title),
    date: String(date),
  }));
}
