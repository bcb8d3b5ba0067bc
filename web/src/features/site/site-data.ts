import { aboutRoute } from './routes/about-route.ts';
import { comingSoonRoute } from './routes/coming-soon-route.ts';
import { contactRoute } from './routes/contact-route.ts';

/** Loads and heads of the feature's pages: one chunk, which a document that the server rendered does not load. */
export const siteData = {
  about: aboutRoute,
  comingSoon: comingSoonRoute,
  contact: contactRoute,
} as const;
