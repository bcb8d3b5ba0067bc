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
import { strapiSource } from '../kit/source.ts';

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

interface ArticleRow {
  id: number;
  title?: string | null;
  slug?: string | null;
  seo_description?: string | null;
  publish_date?: string | null;
  categories?: readonly { slug?: string | null }[];
}

/** Published articles, for the search of the editor. */
export const publishedApi = resourceApi<ArticleRow>(
  'newsletter-articles',
  strapiSource({
    plural: 'posts',
    fields: ['title', 'slug', 'seo_description', 'publish_date'],
    populate: ['categories'],
    search: ['title'],
  }),
);

interface CategoryRow {
  id: number;
  name?: string | null;
  slug?: string | null;
}

/** Categories among which readers choose. */
export const categoryChoiceApi = resourceApi<CategoryRow>(
  'newsletter-categories',
  strapiSource({ plural: 'categories', fields: ['name', 'slug'], populate: [], search: ['name'] }),
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
