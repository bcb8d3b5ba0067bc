import { profileListApi, PROFILES_PATH } from '../directory/profile-resource.tsx';
import { grievanceListApi, GRIEVANCES_PATH } from '../grievances/grievance-api.ts';
import { INBOX_PATH, messageListApi } from '../inbox/message-api.ts';
import { RecordLink } from '../kit/record-link.tsx';
import type { ListQuery } from '../kit/source.ts';
import { orderListApi } from '../orders/order-api.ts';
import * as styles from '../today.module.css';
import { LoadFailure } from './load-failure.tsx';
import { TODAY } from './today-texts.ts';

/** The largest page of a request, behind the last one: no row is shown, and none is in the audit log as read. */
const BEHIND_LAST = 999_999;

const countOf = (name: string, value: string): ListQuery => ({
  q: '',
  conditions: name === '' ? [] : [[name, value]],
  sort: '',
  page: BEHIND_LAST,
  size: 1,
});
const TO_SHIP = countOf('unshipped', 'true');
const REQUESTS = countOf('request', 'open');
const PROBLEMS = countOf('problem', 'true');
const PROFILES = countOf('state', 'queue');
const MESSAGES = countOf('state', 'new');
const OVERDUE = countOf('overdue', 'true');
/** A list of grievances has the open ones. */
const GRIEVANCES = countOf('', '');

/** The desks of this person whose work is counted. */
export interface CountedDesks {
  shop: boolean;
  directory: boolean;
  people: boolean;
}

interface WaitingGroup {
  title: string;
  entries: readonly { path: string; text: string }[];
}

interface Waiting {
  isLoading: boolean;
  /** Lists with waiting rows, by desk; without desks that have none. */
  groups: readonly WaitingGroup[];
  /** The lists that could not be counted. */
  failed: readonly { refetch: () => unknown }[];
}

interface CountedList {
  data?: { total: number; hasMore?: boolean | undefined } | undefined;
  isLoading: boolean;
  isError: boolean;
  refetch: () => unknown;
}

type Counted = readonly [list: CountedList, path: string, text: (count: number, isMore: boolean) => string];

function groupOf(title: string, counted: readonly Counted[]): WaitingGroup {
  const entries = counted.flatMap(([{ data }, path, text]) =>
    data === undefined || data.total === 0 ? [] : [{ path, text: text(data.total, data.hasMore === true) }],
  );
  return { title, entries };
}

/** Counts what waits at the desks of a person: orders, profiles, messages and grievances. */
export function useWaitingCounts({ shop, directory, people }: CountedDesks): Waiting {
  const [ofShop, ofDirectory, ofPeople] = [!shop, !directory, !people].map((isSkipped) => ({ isSkipped }));
  const orders: readonly Counted[] = [
    [orderListApi.useList(TO_SHIP, ofShop), '/console/orders?view=first', TODAY.toShip],
    [
      orderListApi.useList(REQUESTS, ofShop),
      '/console/orders?view=requests&f%5Brequest%5D=open',
      TODAY.requests,
    ],
    [
      orderListApi.useList(PROBLEMS, ofShop),
      '/console/orders?view=problem&f%5Bproblem%5D=true',
      TODAY.problems,
    ],
  ];
  const profiles: readonly Counted[] = [
    [profileListApi.useList(PROFILES, ofDirectory), `${PROFILES_PATH}?f[state]=queue`, TODAY.profiles],
  ];
  const letters: readonly Counted[] = [
    [
      grievanceListApi.useList(OVERDUE, ofPeople),
      `${GRIEVANCES_PATH}?f[state]=overdue`,
      TODAY.overdueGrievances,
    ],
    [grievanceListApi.useList(GRIEVANCES, ofPeople), GRIEVANCES_PATH, TODAY.openGrievances],
    [messageListApi.useList(MESSAGES, ofPeople), `${INBOX_PATH}?f[state]=new`, TODAY.newMessages],
  ];
  const all = [...orders, ...profiles, ...letters].map(([list]) => list);
  return {
    isLoading: all.some(({ isLoading }) => isLoading),
    groups: [
      groupOf(TODAY.shop, orders),
      groupOf(TODAY.directory, profiles),
      groupOf(TODAY.people, letters),
    ].filter(({ entries }) => entries.length > 0),
    failed: all.filter(({ data, isError }) => data === undefined && isError),
  };
}

/** The number of rows that wait at each desk, with links to their lists; renders nothing where none does. */
export const WaitingCounts = ({ waiting: { groups, failed } }: { waiting: Waiting }) => (
  <>
    {groups.map(({ title, entries }) => (
      <section key={title} className={styles.todayList} aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {entries.map(({ path, text }) => (
            <li key={path}>
              <RecordLink to={path}>{text}</RecordLink>
            </li>
          ))}
        </ul>
      </section>
    ))}
    {failed.length > 0 && <LoadFailure text={TODAY.notCounted} lists={failed} />}
  </>
);
