import type { ScalarAttribute } from './declaration.ts';

/**
 * The attribute `merged_ids`: ids of the documents that were merged into this one. Forms that were opened before the merge may
 * still send them.
 */
export const MERGED_IDS = { type: 'json', private: true } as const satisfies ScalarAttribute;
