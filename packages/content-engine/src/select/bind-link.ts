import type { CollectionStore } from '../model/collection-store.ts';
import { COST } from '../query/query-cost.ts';
import type { LinkCondition } from '../query/select-query.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { MatchContext } from './match-context.ts';

const CONDITIONS = 'too many conditions on too many documents';

/** Compiles the condition that documents link to an id, by the index of their links. */
export function bindLink(
  { cost }: MatchContext,
  store: CollectionStore,
  { relation, id }: LinkCondition,
): CompiledFilter {
  const { length } = store.sourcesOf(relation, id);
  return {
    test(document) {
      cost.charge(COST.value, CONDITIONS);
      return document.links[relation.link]?.includes(id) === true;
    },
    estimate: length,
    addRowsTo(set) {
      cost.charge(length * COST.document, CONDITIONS);
      store.addRowsOfSources(relation, id, set);
    },
    list() {
      cost.charge(length * COST.link, CONDITIONS);
      return store.sourcesOf(relation, id).flatMap((source) => store.find(source) ?? []);
    },
  };
}
