import type { FastifyInstance } from 'fastify';
import {
  DeadLetterContent,
  DeadLetterList,
  DeadLetterParams,
  DropLetterBody,
  ReplayLettersBody,
  ReplayedLetters,
  type DeadLetter,
} from '@vidhi/contracts/dead-letters.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { Type } from 'typebox';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { StoredLetter } from './dead-letter-collection.ts';
import type { DeadLetters } from './dead-letters.ts';

export interface DeadLetterRoutesOptions {
  deadLetters: Pick<DeadLetters, 'list' | 'read' | 'replay' | 'drop'>;
}

const MAX_LISTED = 500;
/** An event may have a whole book; nobody reads that here. */
const MAX_SHOWN_CHARS = 100_000;
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse, 404: ErrorResponse };
const forAdministrators = { config: { strictAuth: true }, onRequest: requireRole(ROLE.administrator) };
const documented = (summary: string, operationId: string) => ({
  tags: ['system'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});

const present = (letter: StoredLetter): DeadLetter => ({
  id: letter._id,
  group: letter.group,
  topic: letter.topic,
  partition: letter.partition,
  offset: letter.offset,
  event: letter.event,
  error: letter.error,
  message: letter.message,
  attempts: letter.attempts,
  first_failed_at: letter.firstFailedAt.toISOString(),
  last_failed_at: letter.lastFailedAt.toISOString(),
  state: letter.state,
  replays: letter.replays,
});

/** `/api/system/dead-letters`, for administrators: events that a service could not apply. */
export async function deadLetterRoutes(
  app: FastifyInstance,
  { deadLetters }: DeadLetterRoutesOptions,
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/system/dead-letters',
    {
      ...forAdministrators,
      schema: {
        ...documented('Events that a consumer group could not apply, the oldest first', 'listDeadLetters'),
        description: 'Those that wait for a decision, and those that are replayed; without their content.',
        response: { 200: DeadLetterList, ...errors },
      },
    },
    async () => {
      const { letters, total } = await deadLetters.list(MAX_LISTED);
      return { data: letters.map(present), meta: { total } };
    },
  );

  app.get<{ Params: DeadLetterParams }>(
    '/api/system/dead-letters/:id',
    {
      ...forAdministrators,
      // A HEAD would be in the audit log as a reading of nothing.
      exposeHeadRoute: false,
      schema: {
        ...documented('The content of an event that could not be applied', 'readDeadLetter'),
        description: 'It may have personal data: who reads it is in the audit log.',
        params: DeadLetterParams,
        response: { 200: DeadLetterContent, ...errors },
      },
    },
    async (request) => {
      const { _id: id, key, content } = await deadLetters.read(request.params.id, actorOf(request));
      const isCut = content !== null && content.length > MAX_SHOWN_CHARS;
      return { data: { id, key, content: content?.slice(0, MAX_SHOWN_CHARS) ?? null, is_cut: isCut } };
    },
  );

  app.post<{ Body: ReplayLettersBody }>(
    '/api/system/dead-letters/replay',
    {
      ...forAdministrators,
      schema: {
        ...documented('Has the groups that failed handle events again', 'replayDeadLetters'),
        description:
          'No other group gets them. An event that is on its way stays as it is, so that repeating the call changes nothing.',
        body: ReplayLettersBody,
        response: { 200: ReplayedLetters, ...errors },
      },
    },
    async (request) => ({
      data: { replayed: await deadLetters.replay(request.body.ids, actorOf(request)) },
    }),
  );

  app.post<{ Params: DeadLetterParams; Body: DropLetterBody }>(
    '/api/system/dead-letters/:id/drop',
    {
      ...forAdministrators,
      schema: {
        ...documented('Gives an event up that could not be applied', 'dropDeadLetter'),
        description: 'The reason is in the audit log. The content is deleted.',
        params: DeadLetterParams,
        body: DropLetterBody,
        response: { 204: Type.Null({ description: 'It is given up.' }), ...errors },
      },
    },
    async (request, reply) => {
      await deadLetters.drop(request.params.id, request.body.reason.trim(), actorOf(request));
      return reply.code(204).send(null);
    },
  );
}
