import { describe } from 'vitest';
import { contentStoreContract, noteEvents } from './content-store-contract.ts';
import { memoryContentStore } from './memory-content-store.ts';

describe('the content store in memory', () => {
  let time = Date.parse('2026-11-20T10:00:00.000Z');
  contentStoreContract(async () => {
    const store = memoryContentStore(noteEvents, () => new Date((time += 1)));
    return { store, events: async () => store.events };
  });
});
