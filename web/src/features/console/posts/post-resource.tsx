import { postCollection } from '@vidhi/collections/news/post.ts';
import { stateOf as stateOfPost, type PostState } from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { contentResource, deleteAction } from '../kit/define-resource.ts';
import { DELETE_JOB } from '../kit/jobs.ts';
import type { ContentCondition } from '../kit/row.ts';
import * as styles from '../kit.module.css';
import { categoryChoices } from '../newsroom/category-resource.ts';
import { tagChoices } from '../newsroom/tag-choices.ts';
import { CategoriesForm, TagsForm } from './link-forms.tsx';
import { postApi, type PostRow } from './post-api.ts';
import { conditionsOfChoice, STATE_CHOICES, STATE_NAMES } from './post-state.ts';

const BADGES: Readonly<Record<PostState, string>> = {
  draft: styles.badgeSoft,
  in_review: styles.badgeWarm,
  changes_requested: styles.badgeWarm,
  approved: styles.badgeGood,
  scheduled: styles.badgeWarm,
  published: styles.badgeGood,
  archived: styles.badgeSoft,
};

const stateOf = (row: PostRow): PostState => stateOfPost(row, new Date());

/** Names what is typed and not published; in a draft it is only not saved yet. */
function copyTextOf(row: PostRow): string | null {
  if (row.hasCopy !== true) return null;
  return stateOf(row) === 'published' ? 'Unpublished changes' : 'Unsaved changes';
}

const authorOf = ({ user, guest_author: guest }: PostRow): string =>
  guest?.name ??
  [user?.first_name, user?.last_name].filter((part) => part !== null && part !== undefined).join(' ');

const namesOf = (list: PostRow['tags']): string => (list ?? []).map(({ name }) => name ?? '').join(', ');

const articles = (count: number): string => (count === 1 ? 'The article' : `The ${count} articles`);

const INDIA = '+05:30';
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);
type Condition = ContentCondition<typeof postCollection>;
const ifDay = (value: string, condition: Condition): readonly Condition[] =>
  isDay(value) ? [condition] : [];

/** The articles of the newsroom, drafts included. */
export const postResource = contentResource(postCollection, {
  api: postApi,
  one: 'Article',
  many: 'Articles',
  path: '/console/posts',
  writers: ['news', 'publish'],
  defaultSort: '-updatedAt',
  columns: [
    { key: 'title', label: 'Title', sort: 'title', isTitle: true, render: ({ title }) => title ?? '' },
    {
      key: 'state',
      label: 'State',
      render: (row) => (
        <>
          <span className={`${styles.badge} ${BADGES[stateOf(row)]}`}>{STATE_NAMES[stateOf(row)]}</span>
          {copyTextOf(row) !== null && (
            <>
              {' '}
              <span className={`${styles.badge} ${styles.badgeWarm}`}>{copyTextOf(row)}</span>
            </>
          )}
        </>
      ),
      text: (row) => [STATE_NAMES[stateOf(row)], copyTextOf(row)].filter((text) => text !== null).join(', '),
    },
    { key: 'categories', label: 'Categories', render: ({ categories }) => namesOf(categories) },
    { key: 'author', label: 'Author', render: authorOf },
    {
      key: 'publishes',
      label: 'Published',
      sort: 'publishedAt',
      render: ({ publishedAt }) => formatMoment(publishedAt ?? ''),
    },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updatedAt',
      render: ({ updatedAt }) => formatMoment(updatedAt ?? ''),
    },
    {
      key: 'views',
      label: 'Views',
      sort: 'views_count',
      isNumber: true,
      render: ({ views_count }) => views_count ?? 0,
    },
    { key: 'slug', label: 'Address', sort: 'slug', isOptional: true, render: ({ slug }) => slug ?? '' },
    { key: 'tags', label: 'Tags', isOptional: true, render: ({ tags }) => namesOf(tags) },
    {
      key: 'trending',
      label: 'Trending',
      isOptional: true,
      render: ({ trending }) => (trending === true ? 'Yes' : ''),
    },
  ],
  filters: [
    {
      key: 'state',
      label: 'State',
      kind: 'choice',
      choices: STATE_CHOICES,
      toConditions: (value) => conditionsOfChoice(value, new Date()),
    },
    {
      key: 'category',
      label: 'Category',
      kind: 'record',
      of: categoryChoices,
      toConditions: (value) => [['[categories][id][$eq]', value]],
    },
    {
      key: 'tag',
      label: 'Tag',
      kind: 'record',
      of: tagChoices,
      toConditions: (value) => [['[tags][id][$eq]', value]],
    },
    {
      key: 'from',
      label: 'Published from',
      kind: 'date',
      toConditions: (value) => ifDay(value, ['[publishedAt][$gte]', `${value}T00:00:00.000${INDIA}`]),
    },
    {
      key: 'to',
      label: 'Published until',
      kind: 'date',
      toConditions: (value) => ifDay(value, ['[publishedAt][$lte]', `${value}T23:59:59.999${INDIA}`]),
    },
    {
      key: 'trending',
      label: 'Trending',
      kind: 'flag',
      toConditions: (value) => [['[trending][$eq]', value]],
    },
  ],
  actions: [deleteAction('Article')],
  jobs: {
    service: 'news',
    collection: 'posts',
    actions: [
      { key: 'tags', label: 'Tags', ParamsForm: TagsForm },
      { key: 'categories', label: 'Categories', ParamsForm: CategoriesForm },
      {
        key: 'publish',
        label: 'Publish',
        confirm: (count) => `${articles(count)} can be read by everybody at once.`,
      },
      {
        key: 'unpublish',
        label: 'Unpublish',
        confirm: (count) => `${articles(count)} cannot be read any more. They stay here as drafts.`,
      },
      {
        key: 'archive',
        label: 'Archive',
        confirm: (count) =>
          `${articles(count)} move to the archive: readers no longer see them, and nothing is deleted.`,
      },
      DELETE_JOB,
    ],
  },
  empty: { title: 'No articles yet', hint: 'Write the first one, or import a site that you have.' },
});
