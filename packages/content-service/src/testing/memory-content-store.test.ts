import { describe } from 'vitest';
import { contentStoreContract, noteFacts } from './content-store-contract.ts';
import { memoryContentStore } from './memory-content-store.ts';

describe('the store of contents in memory', () => {
  let time = Date.parse('2026-11-20T10:00:00.000Z');
  contentStoreContract(async () => {
    const store = memoryContentStore(noteFacts, () => new Date((time += 1)));
    return { store, facts: async () => store.facts };
  });
});
