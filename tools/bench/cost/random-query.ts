import type { Column, ReadModel } from '@vidhi/content-engine';
import type { Relation, Schema } from '@vidhi/content-engine/internal.ts';
import type { QueryNode, QueryTree } from './query-tree.ts';
import type { RandomSource } from './random-source.ts';

const TEXT_OPERATORS = [
  '$eq',
  '$ne',
  '$eqi',
  '$nei',
  '$contains',
  '$containsi',
  '$notContains',
  '$notContainsi',
  '$startsWith',
  '$endsWith',
  '$endsWithi',
  '$lt',
  '$gte',
];
const ORDER_OPERATORS = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$containsi', '$notContainsi'];
const FRAGMENTS = [
  'a',
  'e',
  'co',
  'or',
  ' ',
  'e t',
  't o',
  's a',
  'court ',
  '0 1',
  'nowhere at all',
  'nowhere',
];
const MAX_DEPTH = 4;

/** Generates random parts of queries from the schema and data of a model. */
export interface QueryGrammar {
  filter(schema: Schema, depth?: number): QueryNode;
  sortKey(schema: Schema): string;
  populate(schema: Schema, depth?: number): QueryNode;
  populateOptions(relation: Relation, depth: number): QueryNode;
  fields(schema: Schema): QueryTree;
  pagination(schema: Schema): QueryNode;
}

export function createQueryGrammar(model: ReadModel, random: RandomSource): QueryGrammar {
  const { roll, pick, chance } = random;
  const columnsOf = (schema: Schema): Column[] =>
    [...schema.columnsByName.values()].filter(({ accessLevel }) => accessLevel === 0);
  const relationsOf = (schema: Schema): Relation[] =>
    schema.relations.filter(({ accessLevel }) => accessLevel === 0);
  const filterable = (schema: Schema): Relation[] =>
    relationsOf(schema).filter((relation) => relation.filterable);

  const storedText = (schema: Schema, column: Column): string => {
    const store = model.storeOf(schema);
    const document = store.documents[roll(Math.max(1, store.documents.length))];
    const value = document === undefined ? null : store.value(document, column);
    return value === null ? '1' : String(value);
  };
  const textFor = (schema: Schema, column: Column): string => {
    if (chance(0.4)) return pick(FRAGMENTS);
    const text = storedText(schema, column);
    const start = roll(Math.max(1, text.length));
    return chance(0.5) ? text.slice(0, 200) : text.slice(start, start + 1 + roll(12)) || 'a';
  };
  const test = (schema: Schema, column: Column): QueryNode => {
    if (chance(0.1)) return { [pick(['$null', '$notNull'])]: pick(['true', 'false']) };
    const isText = ['string', 'text', 'email', 'enumeration', 'json'].includes(column.type);
    const valueOf = (): string => (isText ? textFor(schema, column) : storedText(schema, column));
    if (chance(0.15)) return { [pick(['$in', '$notIn'])]: Array.from({ length: 1 + roll(60) }, valueOf) };
    return { [pick(isText ? TEXT_OPERATORS : ORDER_OPERATORS)]: valueOf() };
  };

  const grammar: QueryGrammar = {
    filter(schema, depth = 0) {
      const joins = filterable(schema);
      const choice = depth >= MAX_DEPTH ? 0 : roll(10);
      if (choice >= 8) {
        const parts = Array.from({ length: 1 + roll(chance(0.2) ? 40 : 5) }, () =>
          grammar.filter(schema, depth + 1),
        );
        return { [pick(['$or', '$and'])]: parts };
      }
      if (choice === 7) return { $not: grammar.filter(schema, depth + 1) };
      if (choice >= 4 && joins.length > 0) {
        const relation = pick(joins);
        return { [relation.name]: grammar.filter(relation.target, depth + 1) };
      }
      const column = pick(columnsOf(schema));
      return { [column.name]: test(schema, column) };
    },
    sortKey(schema) {
      const path: string[] = [];
      let at = schema;
      while (path.length < 3 && chance(0.4)) {
        const joins = filterable(at);
        if (joins.length === 0) break;
        const relation = pick(joins);
        path.push(relation.name);
        at = relation.target;
      }
      return `${[...path, pick(columnsOf(at)).name].join('.')}:${pick(['asc', 'desc'])}`;
    },
    populate(schema, depth = 0) {
      const relations = relationsOf(schema);
      const nodes: QueryNode = {};
      if (relations.length === 0) return nodes;
      for (let count = 1 + roll(3); count > 0; count -= 1) {
        const relation = pick(relations);
        nodes[relation.name] = chance(0.3) ? 'true' : grammar.populateOptions(relation, depth);
      }
      return nodes;
    },
    populateOptions(relation, depth) {
      const { target } = relation;
      const options: QueryNode = {};
      if (chance(0.4)) options['fields'] = grammar.fields(target);
      if (chance(0.4)) options['sort'] = Array.from({ length: 1 + roll(3) }, () => grammar.sortKey(target));
      if (chance(0.4) && target.name !== 'user') options['filters'] = grammar.filter(target, 2);
      if (chance(0.35)) options['count'] = 'true';
      if (chance(0.2)) options['limit'] = String(1 + roll(200));
      if (chance(0.1)) options['start'] = String(roll(20_000));
      if (chance(0.1)) options['ordering'] = 'desc';
      if (depth < MAX_DEPTH && chance(0.6)) options['populate'] = grammar.populate(target, depth + 1);
      return options;
    },
    fields: (schema) => (chance(0.5) ? ['id'] : [pick(columnsOf(schema)).name]),
    pagination(schema) {
      const most = String(schema.collection.pageSize.max);
      if (chance(0.3)) return { start: String(roll(model.storeOf(schema).size + 1)), limit: most };
      return {
        pageSize: chance(0.7) ? most : String(1 + roll(30)),
        page: String(1 + (chance(0.3) ? roll(500) : 0)),
      };
    },
  };
  return grammar;
}
