import { directoryRoute } from './routes/directory-route.ts';
import { orderRoute } from './routes/order-route.ts';
import { practiceRoute } from './routes/practice-route.ts';

/** The `RouteData` of the feature's pages, in one chunk, which a rendered document does not load before a navigation. */
export const directoryData = {
  directory: directoryRoute,
  order: orderRoute,
  practice: practiceRoute,
} as const;
