export type JsonSchema = { [keyword: string]: unknown };

/** Returns the name of a collection's schema: `SiteAd` for `site-ad`. */
export const schemaName = (name: string): string =>
  name.replaceAll(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase());

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
