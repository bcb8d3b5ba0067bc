export type JsonSchema = { [keyword: string]: unknown };

/** The name of a collection's schema: `site-ad` is `SiteAd`. */
export const schemaName = (name: string): string =>
  name.replaceAll(/(?:^|[-_])(\w)/g, (_match, letter: string) => letter.toUpperCase());

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
