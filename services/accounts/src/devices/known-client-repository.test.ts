import { describe } from 'vitest';
import { knownClientRepositoryContract } from './known-client-repository-contract.ts';
import { inMemoryKnownClients } from './known-client-repository.ts';

describe('inMemoryKnownClients', () => {
  knownClientRepositoryContract(async () => inMemoryKnownClients());
});
