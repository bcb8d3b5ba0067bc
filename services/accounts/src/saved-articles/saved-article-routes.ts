import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { validationError } from '@vidhi/contracts/errors.ts';
import { SavedArticles } from '@vidhi/contracts/account-responses.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { findTokenOwner } from '../users/token-owner.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { readArticles } from './saved-article.ts';
import type { SavedArticleRepository } from './saved-article-repository.ts';

export interface SavedArticleRoutesOptions {
  users: Pick<UserRepository, 'findById'>;
  savedArticles: SavedArticleRepository;
  now?: () => Date;
}

const URL = '/api/users/me/saved-articles';

const member = { tags: ['accounts'], security: [{ bearer: [] }] };
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse, 503: ErrorResponse };
const LIST_DOCUMENTATION = {
  operationId: 'listSavedArticles',
  summary: 'The articles that the caller saved, last saved first',
  ...member,
  response: { 200: SavedArticles, ...errors },
};
const ADD_DOCUMENTATION = {
  operationId: 'addSavedArticles',
  summary: 'Saves articles, newest first; those that are saved keep their place',
  ...member,
  body: SavedArticles,
  response: { 200: SavedArticles, ...errors },
};
const REMOVE_DOCUMENTATION = {
  operationId: 'removeSavedArticle',
  summary: 'Removes one of the caller’s saved articles; none is an answer too',
  ...member,
  querystring: Type.Object({ path: Type.String() }),
  response: { 200: SavedArticles, ...errors },
};

/** `GET`, `POST` and `DELETE /api/users/me/saved-articles`: each responds with the current list. */
export async function savedArticleRoutes(
  app: FastifyInstance,
  { users, savedArticles, now = () => new Date() }: SavedArticleRoutesOptions,
): Promise<void> {
  const validatorCompiler = () => () => true;
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  const callerOf = async ({ principal }: FastifyRequest): Promise<number> =>
    (await findTokenOwner(users, principal)).id;
  const currentList = async (userId: number) => ({ articles: await savedArticles.listOf(userId) });

  app.get(URL, { schema: LIST_DOCUMENTATION, config: { strictAuth: true } }, async (request) =>
    currentList(await callerOf(request)),
  );

  app.post(URL, { schema: ADD_DOCUMENTATION, validatorCompiler }, async (request) => {
    const userId = await callerOf(request);
    await savedArticles.add(userId, readArticles(request.body), now());
    return currentList(userId);
  });

  app.delete<{ Querystring: { path?: unknown } }>(
    URL,
    { schema: REMOVE_DOCUMENTATION, validatorCompiler },
    async (request) => {
      const userId = await callerOf(request);
      const { path } = request.query;
      if (typeof path !== 'string' || path === '') throw validationError('path is a required field');
      await savedArticles.remove(userId, path);
      return currentList(userId);
    },
  );
}
