export type JsonSchema = { [keyword: string]: unknown };

/** Returns the name of a collection's schema: `SiteAd` for `site-ad`. */
export const schemaName = (name: string): string =>
  name.replaceAll(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Returns a reference to a schema of the document. */
export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
