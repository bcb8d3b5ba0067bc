// Sitemaps, XML and other texts that are built from a model and cached until it changes.

export { type SitemapEntry, newestOf, toIndex, toUrlSet } from './site/sitemap-files.ts';
export { type SitemapItems, createSitemapItems } from './site/sitemap-items.ts';
export { type VersionedTexts, createVersionedTexts, sendText } from './site/versioned-texts.ts';
export { XML_HEAD, element, xmlText } from './site/xml.ts';
