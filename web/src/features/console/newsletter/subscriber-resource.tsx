import type {
  SubscriberOptions,
  SubscriberPage,
  SubscriberRow,
  SubscriberState,
} from '@vidhi/contracts/newsletter.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource, type Column } from '../kit/define-resource.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { listPath } from '../kit/list-path.ts';
import * as styles from '../kit.module.css';

export const SUBSCRIBERS_PATH = '/console/subscribers';

export const STATE_NAMES: Readonly<Record<SubscriberState, string>> = {
  confirmed: 'Gets the newsletter',
  pending: 'Has not confirmed',
  imported: 'Imported, no consent',
  bounced: 'Mails come back',
  unsubscribed: 'Unsubscribed',
};

const BADGES: Readonly<Record<SubscriberState, string>> = {
  confirmed: styles.badgeGood,
  pending: styles.badgeWarm,
  imported: styles.badgeSoft,
  bounced: styles.badgeWarm,
  unsubscribed: styles.badgeSoft,
};

/** Forms by which addresses come in. */
const SOURCES: Readonly<Record<string, string>> = {
  'coming-soon': 'Newsletter form',
  register: 'Register form',
  import: 'Imported site',
  staff: 'Added by staff',
  'staff-import': 'Import by staff',
};

/** The settings of the site by which the list has further columns. */
export const subscriberOptionApi = resourceApi<SubscriberOptions['data']>('subscriber-options', {
  list: () => '/subscribers/options',
  toPage: () => ({ rows: [], total: 0 }),
  one: () => '/subscribers/options',
  toRow: (body) => (body as SubscriberOptions).data,
});

export const subscriberApi = resourceApi<SubscriberRow>('subscribers', {
  list: listPath('/subscribers'),
  toPage: (body) => {
    const { data, meta } = body as SubscriberPage;
    return { rows: data, total: meta.pagination.total };
  },
});

const CAME_BACK: Column<SubscriberRow> = {
  key: 'bounces',
  label: 'Came back',
  render: ({ bounces }) =>
    bounces === null ? '' : `${bounces.count}, last ${formatMoment(bounces.last_at)} (${bounces.status})`,
};

const resourceOf = (readsBounces: boolean) =>
  defineResource<SubscriberRow>({
    api: subscriberApi,
    one: 'Subscriber',
    many: 'Subscribers',
    path: SUBSCRIBERS_PATH,
    writers: ['people'],
    hasPages: false,
    canCreate: false,
    isExported: false,
    defaultSort: '-created',
    columns: [
      {
        key: 'email',
        label: 'Address',
        sort: 'email',
        isTitle: true,
        render: ({ email }) => email ?? 'Address deleted',
      },
      {
        key: 'state',
        label: 'State',
        render: ({ state }) => (
          <span className={`${styles.badge} ${BADGES[state]}`}>{STATE_NAMES[state]}</span>
        ),
        text: ({ state }) => STATE_NAMES[state],
      },
      { key: 'source', label: 'Came by', render: ({ source }) => SOURCES[source] ?? source },
      ...(readsBounces ? [CAME_BACK] : []),
      { key: 'consent', label: 'Consent', render: ({ consent }) => consent ?? '' },
      {
        key: 'confirmed',
        label: 'Since',
        render: ({ confirmed_at: at }) => formatMoment(at ?? ''),
      },
      {
        key: 'created',
        label: 'Entered',
        sort: 'created',
        isOptional: true,
        render: ({ created_at: at }) => formatMoment(at),
      },
      {
        key: 'left',
        label: 'Unsubscribed',
        isOptional: true,
        render: ({ unsubscribed_at: at }) => formatMoment(at ?? ''),
      },
    ],
    filters: [choiceFilter('state', 'State', STATE_NAMES), choiceFilter('source', 'Came by', SOURCES)],
    actions: [
      {
        key: 'unsubscribe',
        label: 'Unsubscribe',
        isBulk: true,
        isDangerous: true,
        isPossible: ({ state }) => state !== 'unsubscribed',
        confirm: (rows) => {
          const count = typeof rows === 'number' ? rows : rows.length;
          return count === 1
            ? 'This reader gets no more newsletters, and the address is deleted.'
            : `${count} readers get no more newsletters, and their addresses are deleted.`;
        },
        run: ({ id }, { send }) =>
          send({ url: `/subscribers/${id}/unsubscribe`, method: 'POST', body: {} }, id),
      },
    ],
    empty: {
      title: 'No subscribers yet',
      hint: 'Readers come in by the newsletter form of the site. You can also import people who have agreed elsewhere.',
    },
  });

/** The list where nobody reads what comes back, and where that is read. */
export const subscriberResource = resourceOf(false);
export const bouncingSubscriberResource = resourceOf(true);
