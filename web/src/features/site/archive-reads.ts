import type { ArchiveList, ArchivedIssueBody, IssueSection } from '@vidhi/contracts/newsletter.ts';
import type { QueryDefinition } from '#shared/api/read.ts';

/** A newsletter in the list of those that were sent. */
export interface SentNewsletter {
  id: number;
  subject: string;
  sentAt: string;
}

export interface NewsletterPage {
  newsletters: SentNewsletter[];
  page: number;
  pageCount: number;
}

export interface WholeNewsletter extends SentNewsletter {
  sections: readonly IssueSection[];
}

/** One page of the newsletters that were sent, the newest first. */
export const newslettersRead: QueryDefinition<number, NewsletterPage, ArchiveList> = {
  name: 'newsletters',
  path: (page) => `/newsletter-archive?pagination[page]=${page}`,
  transform: ({ data, meta }, page) => ({
    newsletters: data.map(({ id, subject, sent_at: sentAt }) => ({ id, subject, sentAt })),
    page,
    pageCount: Math.max(1, meta.pagination.pageCount),
  }),
};

/** A newsletter that was sent; null where there is none of this id. */
export const newsletterRead: QueryDefinition<string, WholeNewsletter | null, ArchivedIssueBody> = {
  name: 'newsletter',
  path: (id) => `/newsletter-archive/${encodeURIComponent(id)}`,
  transform: ({ data: { id, subject, sent_at: sentAt, sections } }) => ({ id, subject, sentAt, sections }),
  notFoundValue: null,
};

/** Whether this is an id of a newsletter: the service rejects others as invalid. */
export const isNewsletterId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

export const newsletterPath = (id: number): string => `/newsletter/${id}`;
