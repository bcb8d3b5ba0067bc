import { aboutRoute } from './routes/about-route.ts';
import { comingSoonRoute } from './routes/coming-soon-route.ts';
import { contactRoute } from './routes/contact-route.ts';
import { newsletterRoute } from './routes/newsletter-route.ts';
import { newslettersRoute } from './routes/newsletters-route.ts';

/**
 * `load` and `head` of the feature's reading pages, by page. They are one chunk, which the browser loads for client
 * navigations only: for the document, the server has run them.
 */
export const siteData = {
  about: aboutRoute,
  comingSoon: comingSoonRoute,
  contact: contactRoute,
  newsletters: newslettersRoute,
  newsletter: newsletterRoute,
} as const;
