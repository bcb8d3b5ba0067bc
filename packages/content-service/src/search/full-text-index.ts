import { DatabaseSync } from 'node:sqlite';
import { searchText } from '@vidhi/content-engine/search-terms.ts';
import { matchUnits, rankedExpressions, type KnownWords } from './match-expressions.ts';
import { markDocument, type DocumentTexts, type MarkedDocument } from './marked-texts.ts';
import { parseSearch, retyped } from './search-query.ts';
import { textOfHtml } from './html-text.ts';
import { nearestWord } from './spelling.ts';

export interface SearchedDocument extends DocumentTexts {
  id: number;
  /** Changes with anything that is indexed. */
  stamp: string;
  /** Further words to find it by, which results do not show. */
  keywords: string;
  /** Milliseconds since the epoch: newer documents come first among equal ones. */
  time: number;
}

export interface SearchRequest {
  text: string;
  offset: number;
  limit: number;
  /** Only documents with all words in the title. */
  titlesOnly?: boolean;
}

export interface Suggested {
  text: string;
  total: number;
}

export interface SearchResult {
  ids: number[];
  total: number;
  /** The query with misspelt words corrected; null where none is. */
  correction: Suggested | null;
  /** Queries without one of the words, when nothing has all of them. */
  shorter: Suggested[];
}

/** A full-text index of one collection. All operations are synchronous. */
export interface FullTextIndex {
  /** Returns the ids of the documents that are absent or have another stamp. */
  outdated(stamps: readonly (readonly [id: number, stamp: string])[]): number[];
  put(documents: readonly SearchedDocument[]): void;
  remove(ids: readonly number[]): void;
  /** Removes all documents but these. */
  retain(ids: readonly number[]): void;
  search(request: SearchRequest): SearchResult;
  mark(text: string, documents: readonly DocumentTexts[]): MarkedDocument[];
  close(): void;
}

const EMPTY: SearchResult = { ids: [], total: 0, correction: null, shorter: [] };
const MINUTE_MS = 60_000;
/**
 * A document's row number consists of its time in minutes and the complement of its id. In this order the index lists
 * the newest first without sorting; of equally new documents, the one with the lowest id comes first, as in other
 * lists.
 */
const ID_RANGE = 2 ** 27;
/** Changes whenever words are compared in another way: an index of another version is built anew. */
const VERSION = 2;
const MAX_SHORTER = 3;
/** A word is taken for a misspelling when another one near to it is so many times as frequent. */
const FAR_MORE_FREQUENT = 20;
const FEW_RESULTS = 3;

const rowOf = ({ id, time }: SearchedDocument): number =>
  Math.max(0, Math.floor(time / MINUTE_MS)) * ID_RANGE + (ID_RANGE - 1 - (id % ID_RANGE));
const idOf = (row: number): number => ID_RANGE - 1 - (row % ID_RANGE);

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (id INTEGER PRIMARY KEY, row INTEGER, stamp TEXT, head TEXT);
  CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(
    title, body, names, content='', contentless_delete=1, prefix='2 3',
    tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
  );
  PRAGMA user_version = ${VERSION};
`;

/** Opens the file, or a temporary one where it is locked by another process or cannot be read. */
function openDatabase(path: string): DatabaseSync {
  // An empty name makes a temporary file, which SQLite deletes.
  for (const name of [path, '']) {
    let db: DatabaseSync | null = null;
    try {
      db = new DatabaseSync(name);
      db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
      const version = db.prepare('PRAGMA user_version').get()?.['user_version'];
      if (version !== VERSION) db.exec('DROP TABLE IF EXISTS texts; DROP TABLE IF EXISTS documents;');
      db.exec(SCHEMA);
      return db;
    } catch (error) {
      db?.close();
      if (name === '') throw error;
    }
  }
  throw new Error('no search index can be opened');
}

/** Opens an index in a file; in memory with `:memory:`. */
export function createFullTextIndex(path: string): FullTextIndex {
  const db = openDatabase(path);
  const find = db.prepare('SELECT row, stamp, head FROM documents WHERE id = ?');
  const insert = db.prepare('INSERT INTO documents (id, row, stamp, head) VALUES (?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM documents WHERE id = ?');
  const insertTexts = db.prepare('INSERT INTO texts (rowid, title, body, names) VALUES (?, ?, ?, ?)');
  const deleteTexts = db.prepare('DELETE FROM texts WHERE rowid = ?');
  const select = db.prepare(
    'SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?',
  );
  const countMatches = db.prepare('SELECT count(*) AS total FROM texts WHERE texts MATCH ?');

  const heads = new Map<string, number>();
  const countHead = (head: string, step: 1 | -1): void => {
    for (const word of new Set(head.split(' '))) {
      const count = (heads.get(word) ?? 0) + step;
      if (count > 0) heads.set(word, count);
      else heads.delete(word);
    }
  };
  for (const { head } of db.prepare('SELECT head FROM documents').iterate()) countHead(String(head), 1);

  const count = (expression: string): number => Number(countMatches.get(expression)?.['total'] ?? 0);
  const known: KnownWords = {
    heads,
    has: (word) => heads.has(word) || select.all(`"${word}"`, 1, 0).length > 0,
  };
  const removeOne = (id: number): void => {
    const found = find.get(id);
    if (found === undefined) return;
    deleteTexts.run(Number(found['row']));
    forget.run(id);
    countHead(String(found['head']), -1);
  };
  const inTransaction = (change: () => void): void => {
    db.exec('BEGIN');
    try {
      change();
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };

  function page(expressions: readonly string[], { offset, limit }: SearchRequest): number[] {
    const ids: number[] = [];
    let skipped = offset;
    let before: string | null = null;
    for (const expression of expressions) {
      const added: string = before === null ? expression : `(${expression}) NOT (${before})`;
      before = expression;
      const rows = select.all(added, limit - ids.length, skipped);
      for (const { rowid } of rows) ids.push(idOf(Number(rowid)));
      if (ids.length >= limit) break;
      skipped = rows.length > 0 ? 0 : skipped === 0 ? 0 : Math.max(0, skipped - count(added));
    }
    return ids;
  }

  /** Corrects words that no document has, or hardly any where another word near to it is frequent. */
  function correct(text: string, total: number): Suggested | null {
    if (total >= FEW_RESULTS) return null;
    const query = parseSearch(text);
    let corrected = text;
    let hasChanged = false;
    for (const unit of query.required) {
      const [word = ''] = unit.terms;
      if (unit.isPhrase) continue;
      const matches = count(matchUnits([unit], known));
      const nearest = nearestWord(word, heads);
      if (nearest === null || (matches > 0 && (heads.get(nearest) ?? 0) < matches * FAR_MORE_FREQUENT))
        continue;
      corrected = corrected.replace(unit.typed, nearest);
      hasChanged = true;
    }
    if (!hasChanged) return null;
    const found = count(matchUnits(parseSearch(corrected).required, known));
    return found > total ? { text: corrected, total: found } : null;
  }

  function shorterQueries(text: string): Suggested[] {
    const query = parseSearch(text);
    if (query.required.length < 2) return [];
    return query.required
      .map((unit) => ({
        text: retyped(query, unit),
        total: count(
          matchUnits(
            query.required.filter((other) => other !== unit),
            known,
          ),
        ),
      }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => a.total - b.total)
      .slice(0, MAX_SHORTER);
  }

  return {
    outdated: (stamps) => stamps.flatMap(([id, stamp]) => (find.get(id)?.['stamp'] === stamp ? [] : id)),
    put(documents) {
      inTransaction(() => {
        for (const document of documents) {
          removeOne(document.id);
          const [title, names] = [
            searchText(document.title),
            searchText([...document.names, document.keywords].join(' \n ')),
          ];
          const head = `${title} ${names}`.trim();
          insert.run(document.id, rowOf(document), document.stamp, head);
          insertTexts.run(rowOf(document), title, searchText(textOfHtml(document.html)), names);
          countHead(head, 1);
        }
      });
    },
    remove: (ids) => inTransaction(() => ids.forEach(removeOne)),
    retain(ids) {
      const retained = new Set(ids);
      const stored = db.prepare('SELECT id FROM documents').all();
      inTransaction(() => {
        for (const { id } of stored) if (!retained.has(Number(id))) removeOne(Number(id));
      });
    },
    search(request) {
      const query = parseSearch(request.text);
      if (query.required.length === 0) return EMPTY;
      const expressions = rankedExpressions(query, known);
      const ranked = request.titlesOnly === true ? expressions.slice(0, 3) : expressions;
      const ids = page(ranked, request);
      if (request.titlesOnly === true) return { ...EMPTY, ids, total: ids.length };
      const total = count(ranked.at(-1) ?? '');
      return {
        ids,
        total,
        correction: correct(request.text, total),
        shorter: total === 0 ? shorterQueries(request.text) : [],
      };
    },
    mark: (text, documents) => {
      const query = parseSearch(text);
      return documents.map((document) => markDocument(query, document));
    },
    close: () => db.close(),
  };
}
