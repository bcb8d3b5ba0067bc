import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import {
  ArchivePage,
  ArchiveQuery,
  ArchivedIssueResponse,
  IssuePreview,
} from '@vidhi/contracts/newsletter.ts';
import type { Site } from '../sending/send-mail.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import type { MailTemplate, SiteIdentity } from '../templates/mail-content.ts';
import type { RenderedMail } from '../templates/render-mail.ts';
import type { StoredIssue } from './issue-collection.ts';
import { archivePath, newsletter } from './issue-content.ts';
import type { IssueStore } from './issue-store.ts';
import { findIssue } from './issue-routes.ts';
import { previewPurpose, type ListKeys } from './list-keys.ts';
import { publishedSections, type FindPublished } from './published-articles.ts';

export interface IssuePreviewOptions {
  issues: Pick<IssueStore, 'find' | 'listArchived'>;
  keys: ListKeys;
  findPublished: FindPublished;
  readSite: () => Promise<Site>;
  render: (content: ReturnType<MailTemplate>, site: SiteIdentity) => RenderedMail;
  now?: () => Date;
}

const PREVIEW_MS = 600_000;
const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;
const Signed = Type.Object({
  until: Type.String({ pattern: '^\\d{1,15}$' }),
  key: Type.String({ pattern: '^[\\w-]{32}$' }),
});
/** A mail has its styles inline, and nothing else. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-popups";

/** The mail of an issue, for staff, and the issues that were sent, for everybody. */
export async function issuePreviewRoutes(app: FastifyInstance, options: IssuePreviewOptions): Promise<void> {
  const { issues, keys, findPublished, readSite, render, now = () => new Date() } = options;

  async function renderIssue({ _id, subject, sections }: StoredIssue): Promise<RenderedMail> {
    const { identity } = await readSite();
    const content = newsletter({
      values: { subject, sections, archive: archivePath(_id), preferences: identity.url },
      link: identity.url,
      site: identity,
    });
    return render(content, identity);
  }

  app.get<{ Params: Params }>(
    '/api/newsletter-issues/:id/preview',
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('The mail of an issue, and a link to see it for ten minutes', 'previewIssue'),
        params: Params,
        response: { 200: IssuePreview },
      },
    },
    async ({ params }, reply) => {
      const issue = await findIssue(issues, params.id);
      const { subject, text } = await renderIssue(issue);
      const until = now().getTime() + PREVIEW_MS;
      const query = new URLSearchParams({
        until: String(until),
        key: await keys.sign(previewPurpose(issue._id, until)),
      });
      void reply.header('cache-control', 'no-store');
      return {
        data: { subject, text, html_path: `/api/newsletter-issues/${issue._id}/preview.html?${query}` },
      };
    },
  );

  app.get<{ Params: Params; Querystring: Static<typeof Signed> }>(
    '/api/newsletter-issues/:id/preview.html',
    { schema: { params: Params, querystring: Signed, hide: true } },
    async ({ params, query }, reply) => {
      const until = Number(query.until);
      const isValid = await keys.isValid(previewPurpose(Number(params.id), until), query.key);
      if (!isValid || until < now().getTime()) throw notFound();
      const { html } = await renderIssue(await findIssue(issues, params.id));
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'content-security-policy': MAIL_POLICY,
          'x-robots-tag': 'noindex',
        })
        .send(html);
    },
  );

  app.get<{ Querystring: Static<typeof ArchiveQuery> }>(
    '/api/newsletter-archive',
    {
      schema: {
        summary: 'Newsletters that were sent',
        operationId: 'listSentIssues',
        tags: ['notify'],
        security: [],
        querystring: ArchiveQuery,
        response: { 200: ArchivePage },
      },
    },
    async ({ query }) => {
      const { page, pageSize } = readPaging(query);
      const { rows, total } = await issues.listArchived(page, pageSize);
      return pageOf({ page, pageSize }, rows.flatMap(archived), total);
    },
  );

  app.get<{ Params: Params }>(
    '/api/newsletter-archive/:id',
    {
      schema: {
        summary: 'A newsletter that was sent',
        description: 'Without articles that are not published any more.',
        operationId: 'readSentIssue',
        tags: ['notify'],
        security: [],
        params: Params,
        response: { 200: ArchivedIssueResponse },
      },
    },
    async ({ params }) => {
      const issue = await findIssue(issues, params.id);
      const [sent] = archived(issue);
      if (sent === undefined) throw notFound();
      return { data: { ...sent, sections: await publishedSections(issue.sections, findPublished) } };
    },
  );
}

/** Nothing for an issue that has not begun to be sent. */
const archived = ({ _id, subject, startedAt }: StoredIssue) =>
  startedAt === undefined ? [] : [{ id: _id, subject, sent_at: startedAt.toISOString() }];
