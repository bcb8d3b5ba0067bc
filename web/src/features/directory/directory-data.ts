import { directoryRoute } from './routes/directory-route.ts';
import { orderRoute } from './routes/order-route.ts';
import { practiceRoute } from './routes/practice-route.ts';

/** Loads and heads of the feature's pages: one chunk, which a document that the server rendered does not load. */
export const directoryData = {
  directory: directoryRoute,
  order: orderRoute,
  practice: practiceRoute,
} as const;
