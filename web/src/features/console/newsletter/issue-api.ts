import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import {
  EVERYTHING,
  type Issue,
  type IssueContent,
  type IssuePage,
  type IssueRow,
  type IssueSection,
  type IssueState,
} from '@vidhi/contracts/newsletter.ts';
import { paths } from '#shared/routing/paths.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource, type RowOf } from '../kit/source.ts';

export const ISSUES_PATH = '/console/newsletters';

export const issueListApi = resourceApi<IssueRow>('newsletters', {
  list: listPath('/newsletter-issues'),
  toPage: (body) => {
    const { data, meta } = body as IssuePage;
    return { rows: data, total: meta.pagination.total };
  },
  create: (data) => ({ url: '/newsletter-issues', method: 'POST', body: { data } }),
  remove: (id) => ({ url: `/newsletter-issues/${id}`, method: 'DELETE' }),
});

/** One issue with its text. */
export const issueApi = resourceApi<Issue>('newsletter', {
  list: listPath('/newsletter-issues'),
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/newsletter-issues/${id}`,
  toRow: (body) => (body as { data: Issue }).data,
  update: (id, data) => ({ url: `/newsletter-issues/${id}`, method: 'PUT', body: { data } }),
});

export const EMPTY_ISSUE: IssueContent = {
  subject: '',
  readers: EVERYTHING,
  sections: [{ kind: 'text', heading: '', text: '' }],
};

const articles = strapiSource(postCollection, {
  fields: ['title', 'slug', 'seo_description', 'publish_date'],
  populate: ['categories'],
  search: ['title'],
});
type ArticleRow = RowOf<typeof articles>;

/** Published articles, for the search of the editor. */
export const publishedApi = resourceApi('newsletter-articles', articles);

/** Categories among which readers choose. */
export const categoryChoiceApi = resourceApi(
  'newsletter-categories',
  strapiSource(categoryCollection, { fields: ['name', 'slug'], search: ['name'] }),
);

export const sectionOf = ({ id, title, slug, seo_description, categories }: ArticleRow): IssueSection => ({
  kind: 'article',
  id,
  title: title ?? `Article ${id}`,
  text: seo_description ?? '',
  path: paths.article(slug ?? String(id), categories?.[0]?.slug ?? null),
});

export const ISSUE_STATE_NAMES: Readonly<Record<IssueState, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Going out',
  paused: 'Paused',
  sent: 'Sent',
  stopped: 'Stopped',
};

export const readersText = (count: number): string => (count === 1 ? '1 reader' : `${count} readers`);
