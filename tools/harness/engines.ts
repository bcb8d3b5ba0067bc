/** The engines of the product, which may each have a proxy in front. */
export const ENGINES = ['kafka', 'redis', 'mongo'] as const;
export type EngineName = (typeof ENGINES)[number];
