import { catalogueRoute } from './routes/catalogue-route.ts';
import { itemRoute } from './routes/item-route.ts';

/** Loads and heads of the feature's pages: one chunk, which a document that the server rendered does not load. */
export const catalogData = {
  catalogue: catalogueRoute,
  item: itemRoute,
} as const;
