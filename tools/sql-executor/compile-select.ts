import type {
  Column,
  ColumnTest,
  Filter,
  Relation,
  Schema,
  SelectQuery,
  SortKey,
} from '@vidhi/content-engine/internal.ts';
import { columnOf, indexOf, isText, linkTableOf, tableOf, textColumnOf } from './table-names.ts';

export type SqlValue = string | number | null;

/** A part of a statement with the values of its parameters, in order. */
interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** A query that the adapter does not translate. */
export class UnsupportedQueryError extends Error {}

export interface CompiledSelect {
  readonly page: Sql;
  readonly total: Sql;
}

/** Needles shorter than a trigram are not in the index. */
const MIN_INDEXED_LENGTH = 3;

const sql = (text: string, ...values: SqlValue[]): Sql => ({ text, values });

/** Joins parts in parentheses; `empty` without parts. */
function join(parts: readonly Sql[], operator: 'AND' | 'OR', empty: string): Sql {
  if (parts.length === 0) return sql(empty);
  return {
    text: parts.map(({ text }) => `(${text})`).join(` ${operator} `),
    values: parts.flatMap(({ values }) => values),
  };
}

const LIKE_OPERATORS = {
  contains: 'instr(compared(@), ?) > 0',
  equals: 'compared(@) = ?',
  starts: 'substr(compared(@), 1, length(?1)) = ?1',
  ends: 'length(compared(@)) >= length(?1) AND substr(compared(@), length(compared(@)) - length(?1) + 1) = ?1',
} as const;

const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

class SelectCompiler {
  readonly #now: number;
  readonly #seesUnpublished: boolean;
  #aliases = 0;

  constructor({ seesUnpublished }: SelectQuery, now: number) {
    this.#seesUnpublished = seesUnpublished;
    this.#now = now;
  }

  #alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  /** Holds for published documents. */
  published({ publishedAt }: Schema, alias: string): Sql {
    const visible = `${alias}.is_visible = 1`;
    if (publishedAt === undefined) return sql(visible);
    return sql(`${visible} AND ${alias}.${columnOf(publishedAt)} <= ?`, this.#now);
  }

  #seen(schema: Schema, alias: string): Sql {
    return this.#seesUnpublished ? sql('1') : this.published(schema, alias);
  }

  /** Compiles a filter, or its negation, to a condition that is true or false, never unknown. */
  filter(schema: Schema, alias: string, filter: Filter, expected: boolean): Sql {
    switch (filter.kind) {
      case 'not':
        return this.filter(schema, alias, filter.part, !expected);
      case 'and':
      case 'or': {
        const parts = filter.parts.map((part) => this.filter(schema, alias, part, expected));
        const isAnd = (filter.kind === 'and') === expected;
        return join(parts, isAnd ? 'AND' : 'OR', isAnd ? '1' : '0');
      }
      case 'column':
        return this.#columnTest(schema, alias, filter.column, filter.test, expected);
      case 'relation':
        return this.#relation(schema, alias, filter.relation, filter.part, expected);
    }
  }

  #columnTest(schema: Schema, alias: string, column: Column, test: ColumnTest, expected: boolean): Sql {
    const { text, values } = testOf(
      `${alias}.${columnOf(column)}`,
      `${alias}.${textColumnOf(column)}`,
      column,
      test,
    );
    const exact = { text: `(${text}) IS ${expected ? 'TRUE' : 'FALSE'}`, values };
    if (!expected || test.op !== 'like' || !isText(column) || [...test.needle].length < MIN_INDEXED_LENGTH)
      return exact;
    // The index folds case by Unicode, so it finds all matches and some others.
    const index = indexOf(schema);
    const phrase = `${columnOf(column)} : "${test.needle.replaceAll('"', '""')}"`;
    return join(
      [sql(`${alias}.id IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ?)`, phrase), exact],
      'AND',
      '1',
    );
  }

  /** An outer join: without related documents the condition is evaluated on a row of nulls. */
  #relation(schema: Schema, alias: string, relation: Relation, part: Filter, expected: boolean): Sql {
    const { text, values } = this.#linked(schema, alias, relation);
    const { target } = relation;
    const condition = this.filter(target, text.alias, part, expected);
    return {
      text: `EXISTS (SELECT 1 FROM (SELECT 1) LEFT JOIN (${text.join}) ON ${text.on} WHERE ${condition.text})`,
      values: [...values, ...condition.values],
    };
  }

  #linked(schema: Schema, alias: string, relation: Relation) {
    const { table, from, to } = linkTableOf(schema, relation);
    const target = this.#alias();
    const link = `${target}_link`;
    const seen = this.#seen(relation.target, target);
    return {
      text: {
        alias: target,
        join: `${table} ${link} JOIN ${tableOf(relation.target)} ${target} ON ${target}.id = ${link}.${to} AND ${seen.text}`,
        on: `${link}.${from} = ${alias}.id`,
      },
      values: seen.values,
    };
  }

  /** The value that a document is sorted by: through relations, the first in the direction of the sort. */
  sortValue(schema: Schema, alias: string, { joins, column, descending }: SortKey): Sql {
    const [relation, ...rest] = joins;
    if (relation === undefined) return sql(`${alias}.${columnOf(column)}`);
    const { text, values } = this.#linked(schema, alias, relation);
    const value = this.sortValue(relation.target, text.alias, { joins: rest, column, descending });
    return {
      text: `(SELECT ${value.text} AS v FROM ${text.join} WHERE ${text.on} ORDER BY v ${direction(descending)} LIMIT 1)`,
      values: [...value.values, ...values],
    };
  }
}

const direction = (descending: boolean): string => (descending ? 'DESC' : 'ASC');

function testOf(value: string, text: string, column: Column, test: ColumnTest): Sql {
  switch (test.op) {
    case 'null':
      return sql(`${value} IS NULL`);
    case 'unknown':
      return sql('NULL');
    case 'in':
      // SQLite returns false for an empty list, even for null.
      if (test.values.length === 0) return sql(`CASE WHEN ${value} IS NULL THEN NULL ELSE 0 END`);
      return sql(`${value} IN (${test.values.map(() => '?').join(', ')})`, ...test.values);
    case 'like': {
      const { needle, mode } = test;
      const operator = LIKE_OPERATORS[mode].replaceAll('@', isText(column) ? value : text);
      const uses = operator.split('?').length - 1;
      return sql(operator.replaceAll('?1', '?'), ...Array.from({ length: uses }, () => needle));
    }
    case 'search':
      return sql(`instr(searched(${isText(column) ? value : text}), ?) > 0`, test.needle);
    default:
      return sql(`${value} ${COMPARISONS[test.op]} ?`, test.value);
  }
}

/** Translates a query to the statements of its page and of its total. Throws an `UnsupportedQueryError`. */
export function compileSelect(query: SelectQuery, now: number): CompiledSelect {
  const { schema, filter, sort, order, offset, limit, includeUnpublished } = query;
  if (order !== undefined) throw new UnsupportedQueryError(`the computed order ${order.name}`);
  const compiler = new SelectCompiler(query, now);
  const where = join(
    [
      ...(includeUnpublished ? [] : [compiler.published(schema, 't')]),
      ...(filter === null ? [] : [compiler.filter(schema, 't', filter, true)]),
    ],
    'AND',
    '1',
  );
  const keys = sort.map((key) => ({ ...compiler.sortValue(schema, 't', key), descending: key.descending }));
  const orderBy = [...keys.map(({ text, descending }) => `${text} ${direction(descending)}`), 't.id'].join(
    ', ',
  );
  const from = `FROM ${tableOf(schema)} t WHERE ${where.text}`;
  return {
    page: {
      text: `SELECT t.id AS id ${from} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
      values: [...where.values, ...keys.flatMap(({ values }) => values), limit, offset],
    },
    total: { text: `SELECT count(*) AS total ${from}`, values: where.values },
  };
}
