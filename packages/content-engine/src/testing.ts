// Collections and documents for tests.

export { newsCollections } from './testing/news-collections.ts';
export { aPost, loadSite } from './testing/small-site.ts';
