import type { Connection, mongo } from 'mongoose';
import type {
  SubscriberExportQuery,
  SubscriberQuery,
  SubscriberRow,
  SubscriberState,
} from '@vidhi/contracts/newsletter.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { containing } from '../staff/containing.ts';
import type { SubscriberAct, SubscriberActs } from './subscriber-acts.ts';
import { SUBSCRIBERS, type Subscriber } from './subscriber-collection.ts';

/** The subscribers as staff sees them. */
export interface SubscriberList {
  list(
    query: SubscriberQuery,
    page: number,
    pageSize: number,
  ): Promise<{ rows: SubscriberRow[]; total: number }>;
  count(query: SubscriberExportQuery): Promise<number>;
  /** All that match, in the order of their ids. */
  stream(query: SubscriberExportQuery): AsyncIterable<SubscriberRow>;
}

const BATCH = 500;
const SORTS: Readonly<Record<string, Record<string, 1 | -1>>> = {
  created: { createdAt: 1, _id: 1 },
  '-created': { createdAt: -1, _id: 1 },
  email: { email: 1, _id: 1 },
  '-email': { email: -1, _id: 1 },
};

/** A row without keys and requests. */
const SHOWN = { requests: 0, requestedAt: 0, confirmKeyHashes: 0, unsubscribeKeyHashes: 0 } as const;
type Shown = Pick<Subscriber, '_id' | 'email' | 'state' | 'source' | 'createdAt'> & Partial<Subscriber>;

const stored = (state: SubscriberState): Subscriber['state'] => state.toUpperCase() as Subscriber['state'];

const filterOf = ({ q = '', state, source }: SubscriberExportQuery): mongo.Filter<Subscriber> => ({
  ...(q.trim() === '' ? {} : { email: containing(q) }),
  ...(state === undefined ? {} : { state: stored(state) }),
  ...(source === undefined ? {} : { source }),
});

function consentOf({ state, confirmedAt, consentAct }: Shown, act: SubscriberAct | undefined): string | null {
  if (state !== 'CONFIRMED') return null;
  if (consentAct === undefined) return confirmedAt === undefined ? null : 'Confirmed by the link in our mail';
  return act?.consent === undefined ? 'Imported by staff' : `Imported by staff: ${act.consent}`;
}

function bouncesOf({ bounces: count, bouncedAt, bounceStatus = '' }: Shown): SubscriberRow['bounces'] {
  if (count === undefined || bouncedAt === undefined) return null;
  return { count, last_at: bouncedAt.toISOString(), status: bounceStatus };
}

const present = (row: Shown, acts: ReadonlyMap<string, SubscriberAct>): SubscriberRow => ({
  id: row._id,
  email: row.email ?? null,
  state: row.state.toLowerCase() as SubscriberState,
  source: row.source,
  created_at: row.createdAt.toISOString(),
  confirmed_at: row.confirmedAt?.toISOString() ?? null,
  unsubscribed_at: row.unsubscribedAt?.toISOString() ?? null,
  consent: consentOf(row, acts.get(row.consentAct ?? '')),
  bounces: bouncesOf(row),
});

export function mongoSubscriberList(
  connection: Connection,
  acts: Pick<SubscriberActs, 'find'>,
): SubscriberList {
  const subscribers = modelOf(connection, SUBSCRIBERS);

  async function presentAll(rows: readonly Shown[]): Promise<SubscriberRow[]> {
    const ids = new Set(rows.flatMap(({ consentAct }) => consentAct ?? []));
    const found = new Map((await acts.find([...ids])).map((act) => [act._id, act]));
    return rows.map((row) => present(row, found));
  }

  return {
    async list(query, page, pageSize) {
      const filter = filterOf(query);
      const [rows, total] = await Promise.all([
        subscribers
          .find(filter, SHOWN)
          .sort(SORTS[query.sort ?? '-created'] ?? { createdAt: -1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize),
        subscribers.countDocuments(filter),
      ]);
      return { rows: await presentAll(rows), total };
    },
    count: (query) => subscribers.countDocuments(filterOf(query)).exec(),
    async *stream(query) {
      let after = '';
      for (;;) {
        const rows = await subscribers
          .find({ $and: [filterOf(query), { _id: { $gt: after } }] }, SHOWN)
          .sort({ _id: 1 })
          .limit(BATCH);
        yield* await presentAll(rows);
        const last = rows.at(-1);
        if (last === undefined || rows.length < BATCH) return;
        after = last._id;
      }
    },
  };
}
