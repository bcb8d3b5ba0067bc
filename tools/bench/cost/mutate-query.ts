import type { ReadModel } from '@vidhi/content-engine';
import type { Schema } from '@vidhi/content-engine/internal.ts';
import type { CandidateQuery, QueryNode, QueryTree } from './query-tree.ts';
import { createQueryGrammar } from './random-query.ts';
import type { RandomSource } from './random-source.ts';

/** Generates and mutates random queries. */
export interface QueryMutator {
  create(): CandidateQuery;
  mutate(query: CandidateQuery): CandidateQuery;
}

const isNode = (tree: QueryTree | undefined): tree is QueryNode =>
  typeof tree === 'object' && !Array.isArray(tree);

/** Numbers of repetitions of a condition, each with a different word. */
const WIDTHS = [4, 16, 60, 120, 249];

export function createQueryMutator(
  model: ReadModel,
  random: RandomSource,
  collections: readonly string[],
): QueryMutator {
  const { roll, pick, chance } = random;
  const grammar = createQueryGrammar(model, random);
  const schemaOf = (name: string): Schema => model.store(name).schema;

  const some = (schema: Schema): QueryNode => {
    const tree: QueryNode = {};
    if (chance(0.6)) tree['filters'] = grammar.filter(schema);
    if (chance(0.5)) tree['sort'] = Array.from({ length: 1 + roll(3) }, () => grammar.sortKey(schema));
    if (chance(0.6)) tree['populate'] = grammar.populate(schema);
    if (chance(0.3)) tree['fields'] = grammar.fields(schema);
    if (chance(0.7)) tree['pagination'] = grammar.pagination(schema);
    return tree;
  };

  /** Repeats the conditions of a tree with different texts. */
  const widened = (filter: QueryNode): QueryNode => {
    const operator = pick(['$or', '$and']);
    const varied = (tree: QueryTree, at: number): QueryTree => {
      if (typeof tree === 'string')
        return /^-?[\d.]+$|^true$|^false$/.test(tree) ? tree : `${tree}${at % 3 === 0 ? '' : ' '}${at}`;
      if (Array.isArray(tree)) return tree.map((item) => varied(item, at));
      return Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, varied(item, at)]));
    };
    const same = chance(0.3);
    return {
      [operator]: Array.from({ length: pick(WIDTHS) }, (_, at) => (same ? filter : varied(filter, at))),
    };
  };

  const populateNodes = (schema: Schema, tree: QueryNode): { schema: Schema; options: QueryNode }[] => {
    const populate = tree['populate'];
    if (!isNode(populate)) return [];
    return Object.entries(populate).flatMap(([name, options]) => {
      const relation = schema.relationsByName.get(name);
      if (relation === undefined || !isNode(options)) return [];
      return [{ schema: relation.target, options }, ...populateNodes(relation.target, options)];
    });
  };

  const mutateLevel = (schema: Schema, level: QueryNode, isRoot: boolean): void => {
    const filters = level['filters'];
    const sort = level['sort'];
    switch (roll(isRoot ? 11 : 8)) {
      case 0:
        level['filters'] = schema.name === 'user' ? {} : grammar.filter(schema);
        return;
      case 1:
        if (isNode(filters)) level['filters'] = widened(filters);
        return;
      case 2:
        if (isNode(filters))
          level['filters'] = { [pick(['$and', '$or'])]: [filters, grammar.filter(schema)] };
        return;
      case 3:
        level['sort'] = [...(Array.isArray(sort) ? sort : []), grammar.sortKey(schema)].slice(-10);
        return;
      case 4: {
        const populate = level['populate'];
        level['populate'] = { ...(isNode(populate) ? populate : {}), ...grammar.populate(schema, 1) };
        return;
      }
      case 5:
        if (!isRoot && chance(0.5)) level['count'] = 'true';
        else delete level['count'];
        return;
      case 6:
        delete level[pick(['filters', 'sort', 'fields', 'populate', 'limit', 'start', 'counts', '_q'])];
        return;
      case 7:
        level['fields'] = grammar.fields(schema);
        return;
      case 8:
        level['pagination'] = grammar.pagination(schema);
        return;
      case 9:
        level['counts'] = '1';
        return;
      default:
        if (chance(0.5)) level['_q'] = pick(['a', 'e t', 'court', '1', 'nowhere']);
        else {
          const { distinct } = schema.collection;
          if (distinct.length > 0) level['fields'] = [pick(distinct)];
          delete level['pagination'];
        }
    }
  };

  return {
    create() {
      const collection = pick(collections);
      const schema = schemaOf(collection);
      const id = chance(0.1) ? 1 + roll(Math.max(1, model.size(collection))) : undefined;
      return { collection, id, tree: some(schema) };
    },
    mutate(query) {
      const tree = structuredClone(query.tree);
      const schema = schemaOf(query.collection);
      for (let times = 1 + roll(3); times > 0; times -= 1) {
        const below = populateNodes(schema, tree);
        if (below.length > 0 && chance(0.5)) {
          const { schema: target, options } = pick(below);
          mutateLevel(target, options, false);
        } else mutateLevel(schema, tree, true);
      }
      return { ...query, tree };
    },
  };
}
