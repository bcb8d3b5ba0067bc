import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentsOf, findById, type ReadModel } from '@vidhi/content-engine';
import { personOf } from '@vidhi/content-service';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import {
  type CommentOnWire,
  type CommentThread,
  MAX_COMMENT_LENGTH,
  MAX_MENTIONS,
  MAX_QUOTE_LENGTH,
  type WaitingMention,
} from '@vidhi/contracts/comments.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { attributeErrors, forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { Comment, CommentAct, Comments } from './comments.ts';

interface CommentRoutesOptions {
  model: ReadModel;
  comments: Comments;
  now?: () => Date;
}

interface Params {
  id: string;
  comment: string;
}

const HIDDEN = { schema: { hide: true } as object };

/** No program on the way stores comments. */
const unstored = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');

function requireNewsroom({ principal }: FastifyRequest): Principal {
  if (principal === null || !hasDesk(principal, 'news', 'publish')) throw forbidden();
  return principal;
}

function dataOf({ body }: FastifyRequest): Record<string, unknown> {
  const { data } = (body ?? {}) as { data?: unknown };
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw validationError('Missing "data" payload in the request body');
  return data as Record<string, unknown>;
}

interface GivenComment {
  text: string;
  quote: string | null;
  block: number | null;
  parent: string | null;
  mentions: number[];
}

/** Reads the body of a new comment. Throws 400 with every problem. */
function readComment(request: FastifyRequest, isKnown: (account: number) => boolean): GivenComment {
  const { text, quote = null, block = null, parent = null, mentions = [] } = dataOf(request);
  const problems: { path: string[]; message: string }[] = [];
  const add = (name: string, message: string) =>
    problems.push({ path: [name], message: `${name} ${message}` });
  const words = typeof text === 'string' ? text.trim() : '';
  if (words === '' || words.length > MAX_COMMENT_LENGTH)
    add('text', `must be a text of 1 to ${MAX_COMMENT_LENGTH} characters`);
  const passage = typeof quote === 'string' ? quote.replaceAll(/\s+/g, ' ').trim() : '';
  if ((quote !== null && typeof quote !== 'string') || passage.length > MAX_QUOTE_LENGTH)
    add('quote', `must be a passage of at most ${MAX_QUOTE_LENGTH} characters`);
  if (block !== null && !(Number.isSafeInteger(block) && Number(block) >= 0))
    add('block', 'must be the number of a block');
  if (parent !== null && typeof parent !== 'string') add('parent', 'must be the id of a comment');
  const accounts: unknown[] = Array.isArray(mentions) ? [...new Set(mentions)] : [null];
  const isValid = (one: unknown): one is number => typeof one === 'number' && isKnown(one);
  if (accounts.length > MAX_MENTIONS || !accounts.every(isValid))
    add('mentions', `must be the ids of at most ${MAX_MENTIONS} accounts`);
  if (problems.length > 0) throw attributeErrors(problems);
  return {
    text: words,
    quote: passage === '' ? null : passage,
    block: passage === '' || block === null ? null : Number(block),
    parent: typeof parent === 'string' ? parent : null,
    mentions: accounts.filter(isValid),
  };
}

/**
 * `/api/posts/{id}/comments`, for the newsroom alone: `GET` lists the threads, `POST` adds a comment or a reply and has those
 * mailed whom it mentions, `PUT …/{comment}` resolves a thread or opens it again, and `DELETE …/{comment}` removes the text of
 * an own one. `GET /api/posts/mentions` lists what waits for the account.
 */
export async function commentRoutes(
  app: FastifyInstance,
  { model, comments, now = () => new Date() }: CommentRoutesOptions,
): Promise<void> {
  const posts = documentsOf(model, postCollection);
  const users = documentsOf(model, userCollection);

  /** Authorizes a request, and returns its account and article. */
  function open(request: FastifyRequest<{ Params: Params }>): {
    principal: Principal;
    id: number;
    act: CommentAct;
  } {
    const principal = requireNewsroom(request);
    const id = findById(model.store(postCollection.name), request.params.id)?.id;
    if (id === undefined) throw notFound();
    return { principal, id, act: { actor: actorOf(request), title: posts.get(id)?.title ?? null } };
  }
  async function requireComment(postId: number, id: string): Promise<Comment> {
    const found = await comments.find(id);
    if (found === null || found.postId !== postId || found.removedAt !== null) throw notFound();
    return found;
  }
  const onWire = ({ id, by, at, text, mentions, removedAt }: Comment): CommentOnWire => ({
    id,
    by: personOf(model, by),
    at: at.toISOString(),
    text,
    mentions: mentions.flatMap((account) => personOf(model, account) ?? []),
    is_removed: removedAt !== null,
  });
  function threadsOf(all: readonly Comment[]): CommentThread[] {
    return all
      .filter(({ id, thread }) => id === thread)
      .map((first) => ({
        ...onWire(first),
        quote: first.quote,
        block: first.block,
        resolved:
          first.resolvedAt === null
            ? null
            : { by: personOf(model, first.resolvedBy), at: first.resolvedAt.toISOString() },
        replies: all
          .filter(({ id, thread, removedAt }) => thread === first.id && id !== thread && removedAt === null)
          .map(onWire),
      }))
      .filter((thread) => !thread.is_removed || thread.replies.length > 0);
  }
  const sendThreads = async (reply: FastifyReply, postId: number): Promise<FastifyReply> =>
    unstored(reply).send({ data: threadsOf(await comments.list(postId)) });

  app.get('/posts/mentions', HIDDEN, async (request, reply) => {
    const { userId } = requireNewsroom(request);
    const waiting = await comments.waitingFor(userId);
    const data = waiting.flatMap(({ id, postId, by, at, text }): WaitingMention[] => {
      const post = posts.get(postId);
      if (post === undefined) return [];
      return [
        {
          id,
          post: { id: postId, title: post.title ?? '' },
          by: personOf(model, by),
          at: at.toISOString(),
          text,
        },
      ];
    });
    return unstored(reply).send({ data });
  });

  app.get<{ Params: Params }>('/posts/:id/comments', HIDDEN, async (request, reply) =>
    sendThreads(reply, open(request).id),
  );

  app.post<{ Params: Params }>('/posts/:id/comments', HIDDEN, async (request, reply) => {
    const { principal, id: postId, act } = open(request);
    const { parent, quote, block, ...given } = readComment(
      request,
      (account) => users.get(account) !== undefined,
    );
    const id = randomUUID();
    const thread = parent === null ? id : (await requireComment(postId, parent)).thread;
    const isFirst = thread === id;
    await comments.add(
      {
        id,
        postId,
        thread,
        by: principal.userId,
        at: now(),
        quote: isFirst ? quote : null,
        block: isFirst ? block : null,
        ...given,
      },
      act,
    );
    reply.code(201);
    return sendThreads(reply, postId);
  });

  app.put<{ Params: Params }>('/posts/:id/comments/:comment', HIDDEN, async (request, reply) => {
    const { id: postId, act } = open(request);
    const { resolved } = dataOf(request);
    if (typeof resolved !== 'boolean')
      throw attributeErrors([{ path: ['resolved'], message: 'resolved must be true or false' }]);
    const comment = await comments.find(request.params.comment);
    if (comment === null || comment.postId !== postId || comment.id !== comment.thread) throw notFound();
    await comments.resolve(comment, resolved, act);
    return sendThreads(reply, postId);
  });

  app.delete<{ Params: Params }>('/posts/:id/comments/:comment', HIDDEN, async (request, reply) => {
    const { principal, id: postId, act } = open(request);
    const comment = await requireComment(postId, request.params.comment);
    if (comment.by !== principal.userId && principal.role !== ROLE.administrator)
      throw forbidden('Comments of others are removed by administrators');
    await comments.remove(comment, act);
    return sendThreads(reply, postId);
  });
}
