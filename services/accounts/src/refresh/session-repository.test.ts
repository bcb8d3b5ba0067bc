import { describe } from 'vitest';
import { sessionRepositoryContract } from './session-repository-contract.ts';
import { inMemorySessions } from './session-repository.ts';

describe('inMemorySessions', () => {
  sessionRepositoryContract(async () => inMemorySessions());
});
