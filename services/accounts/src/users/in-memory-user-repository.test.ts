import { describe } from 'vitest';
import { inMemoryUsers } from './in-memory-user-repository.ts';
import { userRepositoryContract } from './user-repository-contract.ts';

describe('inMemoryUsers', () => {
  userRepositoryContract(async () => inMemoryUsers());
});
