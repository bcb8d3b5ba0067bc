import { createReadModel, type ReadModel } from '@vidhi/content-engine';
import { catalogCollections } from '../../../services/catalog/src/collections/catalog-collections.ts';
import { warmReads as warmCatalogReads } from '../../../services/catalog/src/model/warm-reads.ts';
import { newsCollections } from '../../../services/news/src/collections/news-collections.ts';
import { warmReads as warmNewsReads } from '../../../services/news/src/model/warm-reads.ts';
import { generatedCatalogue } from '../catalog/generated-catalogue.ts';
import { generatedSite } from '../news/generated-site.ts';
import { catalogueSeedQueries, newsSeedQueries } from './seed-queries.ts';
import type { CandidateQuery } from './query-tree.ts';

/** A model of a generated site, for the search for expensive requests. */
export interface CostSite {
  readonly model: ReadModel;
  readonly collections: readonly string[];
  readonly seeds: readonly CandidateQuery[];
}

export const COST_SITES = {
  news: (documents: number, longTextDirectory?: string): CostSite => {
    const model = createReadModel(
      newsCollections,
      longTextDirectory === undefined ? {} : { longTextDirectory },
    );
    for (const { collection, document } of generatedSite(documents)) model.upsert(collection, document);
    warmNewsReads(model);
    return { model, collections: ['post', 'category', 'tag'], seeds: newsSeedQueries };
  },
  catalog: (documents: number, longTextDirectory?: string): CostSite => {
    const model = createReadModel(
      catalogCollections,
      longTextDirectory === undefined ? {} : { longTextDirectory },
    );
    const profiles = Math.ceil(documents / 2);
    for (const { collection, document } of generatedCatalogue(documents, profiles))
      model.upsert(collection, document);
    warmCatalogReads(model);
    const collections = ['book', 'lawyer', 'author', 'book-tag', 'specialization', 'court'];
    return { model, collections, seeds: catalogueSeedQueries };
  },
};
export type CostSiteName = keyof typeof COST_SITES;
