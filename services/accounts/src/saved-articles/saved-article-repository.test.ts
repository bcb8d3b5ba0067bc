import { describe } from 'vitest';
import { savedArticleRepositoryContract } from './saved-article-repository-contract.ts';
import { inMemorySavedArticles } from './saved-article-repository.ts';

describe('inMemorySavedArticles', () => {
  savedArticleRepositoryContract(async () => inMemorySavedArticles());
});
