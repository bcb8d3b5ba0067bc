// Sitemaps, XML and other texts that are built from a model and cached until it changes.

export {
  MAX_FILE_ENTRIES,
  type SitemapEntry,
  newestOf,
  toFiles,
  toIndex,
  toUrlSet,
} from './site/sitemap-files.ts';
export { type VersionedTexts, createVersionedTexts, sendText } from './site/versioned-texts.ts';
export { XML_HEAD, element, xmlText } from './site/xml.ts';
