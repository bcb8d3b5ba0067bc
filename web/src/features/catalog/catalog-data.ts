import { catalogueRoute } from './routes/catalogue-route.ts';
import { itemRoute } from './routes/item-route.ts';

/** The `RouteData` of the feature's pages, in one chunk, which a rendered document does not load before a navigation. */
export const catalogData = {
  catalogue: catalogueRoute,
  item: itemRoute,
} as const;
