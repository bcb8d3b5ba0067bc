import type { Collection } from '@vidhi/content-engine';

/** Name of the MongoDB collection. */
export const documentsName = ({ plural }: Pick<Collection, 'plural'>): string => plural.replaceAll('-', '_');
