import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import {
  ReplyTemplateBody,
  ReplyTemplateChangeBody,
  ReplyTemplatePage,
  ReplyTemplateQuery,
  ReplyTemplateResponse,
  type ReplyTemplate,
} from '@vidhi/contracts/inbox.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import type { StoredReplyTemplate } from './reply-template-collection.ts';
import type { ReplyTemplateContent, ReplyTemplateStore } from './reply-template-store.ts';

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;

const present = ({ _id, rev, title, text, updatedAt }: StoredReplyTemplate): ReplyTemplate => ({
  id: _id,
  rev,
  title,
  text,
  updated_at: updatedAt.toISOString(),
});

const contentOf = ({ title, text }: ReplyTemplateContent): ReplyTemplateContent => ({
  title: title.trim(),
  text: text.trim(),
});

/** Texts for replies, for the desk `people`. Every write is in the audit log. */
export async function replyTemplateRoutes(
  app: FastifyInstance,
  { templates }: { templates: ReplyTemplateStore },
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function findTemplate(id: string): Promise<StoredReplyTemplate> {
    const template = await templates.find(Number(id));
    if (template === null) throw notFound();
    return template;
  }

  app.get<{ Querystring: ReplyTemplateQuery }>(
    '/api/reply-templates',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Texts for replies', 'listReplyTemplates'),
        querystring: ReplyTemplateQuery,
        response: { 200: ReplyTemplatePage },
      },
    },
    async ({ query }) => {
      const { page, pageSize } = readPaging(query);
      const { rows, total } = await templates.list(query, page, pageSize);
      return pageOf({ page, pageSize }, rows.map(present), total);
    },
  );

  app.post<{ Body: Static<typeof ReplyTemplateBody> }>(
    '/api/reply-templates',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Creates a text for replies', 'createReplyTemplate'),
        body: ReplyTemplateBody,
        response: { 201: ReplyTemplateResponse },
      },
    },
    async (request, reply) => {
      const created = await templates.create(contentOf(request.body.data), actorOf(request));
      return reply.code(201).send({ data: present(created) });
    },
  );

  app.get<{ Params: Params }>(
    '/api/reply-templates/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('A text for replies', 'readReplyTemplate'),
        params: Params,
        response: { 200: ReplyTemplateResponse },
      },
    },
    async ({ params }) => ({ data: present(await findTemplate(params.id)) }),
  );

  app.put<{ Params: Params; Body: Static<typeof ReplyTemplateChangeBody> }>(
    '/api/reply-templates/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Changes a text for replies', 'changeReplyTemplate'),
        params: Params,
        body: ReplyTemplateChangeBody,
        response: { 200: ReplyTemplateResponse },
      },
    },
    async (request) => {
      const { rev, ...changed } = request.body.data;
      const template = await findTemplate(request.params.id);
      if (rev !== undefined && rev !== template.rev)
        throw new WireError(
          409,
          'ConflictError',
          'The template has changed meanwhile. Please load it again.',
        );
      const content = contentOf({ ...template, ...changed });
      return { data: present(await templates.change(template, content, actorOf(request))) };
    },
  );

  app.delete<{ Params: Params }>(
    '/api/reply-templates/:id',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Deletes a text for replies', 'deleteReplyTemplate'),
        params: Params,
        response: { 204: Type.Null({ description: 'Deleted' }) },
      },
    },
    async (request, reply) => {
      await templates.remove(await findTemplate(request.params.id), actorOf(request));
      return reply.code(204).send(null);
    },
  );
}
