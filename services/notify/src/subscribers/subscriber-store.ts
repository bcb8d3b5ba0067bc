import { createHash, randomBytes } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { EVERYTHING, type NewsletterLanguage, type Preferences } from '@vidhi/contracts/newsletter.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import type { Bounce } from '../bounces/delivery-status.ts';
import { mongoListKeys, unsubscribePurpose, type ListKeys } from '../newsletter/list-keys.ts';
import { createConsentedAddresses, type ConsentedAddresses } from './consented-addresses.ts';
import { SUBSCRIBERS, type Subscriber } from './subscriber-collection.ts';
import { freshEntry } from './subscriber.ts';

/** In plain text in the mail alone. */
interface IssuedKeys {
  email: string;
  confirmKey: string;
  unsubscribeKey: string;
}

export interface ReaderBounce extends Bounce {
  /** Id of the mail in the ledger, and when it got its row. */
  mailId: string;
  mailedAt: Date;
}

export interface SubscriberStore extends ConsentedAddresses {
  /**
   * Adds an address that requests the newsletter. Resolves with the subscriber when a confirmation mail is due, else
   * null: it is confirmed already, or has requested too many.
   */
  request(address: string, source: string): Promise<Subscriber | null>;
  /** Subscribers whose confirmation mail has no ledger row yet. */
  findMailDue(limit: number): Promise<Subscriber[]>;
  /** Records that the mail of this request has its ledger row. */
  mailPlanned(subscriber: Pick<Subscriber, '_id' | 'requests'>): Promise<void>;
  find(id: string): Promise<Subscriber | null>;
  /**
   * Creates the keys of the links in a confirmation mail and stores their hashes; keys of earlier mails stay valid.
   * Resolves with null for a subscriber who has not to confirm.
   */
  issueKeys(id: string): Promise<IssuedKeys | null>;
  /** Resolves with whether the key confirms; repeatable. */
  confirm(id: string, key: string): Promise<boolean>;
  /** Resolves with whether the key unsubscribes; repeatable. Deletes the address. */
  unsubscribe(id: string, key: string): Promise<boolean>;
  /** Deletes the address without its key, for its owner: by the erasure of an account, or by staff; repeatable. */
  erase(id: string): Promise<void>;
  /** Resolves with the choice of a reader; null for an invalid key, and for who has not confirmed. */
  readPreferences(id: string, key: string): Promise<Preferences | null>;
  /** Stores a choice. Resolves with false as `readPreferences` does with null. */
  choose(id: string, key: string, preferences: Preferences): Promise<boolean>;
  /** Readers of an issue that starts at this time, of those who have chosen one of these or have made no choice. */
  countRecipients(confirmedBy: Date, chosen?: Preferences): Promise<number>;
  /** The next readers of an issue, by id, after this one. */
  listRecipients(confirmedBy: Date, after: string, limit: number, chosen?: Preferences): Promise<string[]>;
  /**
   * Records once that a mail to a reader came back; repeatable. After a hard failure the reader gets nothing more until they confirm
   * again. Reports of mails from before the last confirmation change nothing.
   */
  recordBounce(id: string, bounce: ReaderBounce): Promise<void>;
  /** Adds an address of an imported site, which is mailed nothing. */
  import(entry: { id: number; address: string; createdAt: Date }): Promise<'imported' | 'unchanged'>;
  removeImported(): Promise<void>;
  countImported(): Promise<number>;
  /** Deletes addresses that were not confirmed in time. An entry that had unsubscribed before is so again. */
  removeUnconfirmed(before: Date): Promise<void>;
}

/** Requests within this time after the last one send no second mail. */
const COOL_DOWN_MS = 600_000;
/** Confirmation mails to one address until it confirms, or its entry is deleted: bounds what others can make it receive. */
const MAX_REQUESTS = 5;

/** More than the attempts to send all confirmation mails of one address can use. */
const MAX_KEYS = 100;

/** Fields that a reader whose mails arrive does not have. */
const NO_BOUNCES = { bounces: '', bouncedAt: '', bounceStatus: '', bouncedMail: '' } as const;

const newKey = (): string => randomBytes(24).toString('base64url');
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const appendKeys = (confirmKey: string, unsubscribeKey: string) => ({
  confirmKeyHashes: { $each: [hashOf(confirmKey)], $slice: -MAX_KEYS },
  unsubscribeKeyHashes: { $each: [hashOf(unsubscribeKey)], $slice: -MAX_KEYS },
});

/** An entry of the versions that stored the keys in plain text. */
interface PlainKeys {
  _id: string;
  confirmKey: string;
  unsubscribeKey: string;
}

/**
 * Replaces keys in plain text by their hashes, so that links that were mailed stay valid; repeatable. Through the driver, as
 * the schema has no keys in plain text any more.
 */
export async function hashPlainKeys(connection: Connection): Promise<void> {
  const subscribers = connection.collection<PlainKeys>(SUBSCRIBERS.name);
  for await (const { _id, confirmKey, unsubscribeKey } of subscribers.find({ confirmKey: { $exists: true } }))
    await subscribers.updateOne(
      { _id, confirmKey },
      {
        $push: appendKeys(confirmKey, unsubscribeKey) as mongo.PushOperator<PlainKeys>,
        $unset: { confirmKey: '', unsubscribeKey: '' },
      },
    );
}

/** A condition for readers who have chosen one of these values, or have made no choice. */
const wants = (name: 'categories' | 'languages', values: readonly string[]): mongo.Filter<Subscriber> =>
  ({ $or: [{ [name]: { $exists: false } }, { [name]: { $in: [...values] } }] }) as mongo.Filter<Subscriber>;

const allOf = (conditions: readonly mongo.Filter<Subscriber>[]): mongo.Filter<Subscriber> =>
  conditions.length === 0 ? {} : { $and: [...conditions] };

export function mongoSubscriberStore(
  connection: Connection,
  now: () => Date = () => new Date(),
  keys: Pick<ListKeys, 'isValid'> = mongoListKeys(connection),
): SubscriberStore {
  const subscribers = modelOf(connection, SUBSCRIBERS);

  /** Resolves with whether it was inserted. */
  async function insertNew(entry: Subscriber): Promise<boolean> {
    try {
      await subscribers.insertOne(entry);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  const change = (filter: mongo.Filter<Subscriber>, update: mongo.UpdateFilter<Subscriber>) =>
    subscribers.findOneAndUpdate(filter, update, { returnDocument: 'after' }).exec();

  const recipients = (
    confirmedBy: Date,
    { categories, languages }: Preferences = EVERYTHING,
  ): mongo.Filter<Subscriber> => ({
    state: 'CONFIRMED' as const,
    confirmedAt: { $lte: confirmedBy },
    ...allOf([
      ...(categories.length === 0 ? [] : [wants('categories', categories)]),
      ...(languages.length === 0 ? [] : [wants('languages', languages)]),
    ]),
  });

  /** Resolves with a reader whose key this is, of any of the links in our mails. */
  async function findHolder(id: string, key: string): Promise<Subscriber | null> {
    const reader = await subscribers.findOne({ _id: id, state: 'CONFIRMED' });
    if (reader === null) return null;
    const { confirmKeyHashes = [], unsubscribeKeyHashes = [] } = reader;
    const isOfMail = [...confirmKeyHashes, ...unsubscribeKeyHashes].includes(hashOf(key));
    return isOfMail || (await keys.isValid(unsubscribePurpose(id), key)) ? reader : null;
  }

  const withoutAddress = (set: Partial<Subscriber>): mongo.UpdateFilter<Subscriber> => ({
    $set: { ...set, state: 'UNSUBSCRIBED' },
    $unset: {
      email: '',
      mailDue: '',
      confirmedAt: '',
      confirmKeyHashes: '',
      consentAct: '',
      categories: '',
      languages: '',
      ...NO_BOUNCES,
    },
  });

  return {
    ...createConsentedAddresses(subscribers),
    async request(address, source) {
      const at = now();
      const first: Subscriber = {
        ...freshEntry(address),
        state: 'PENDING',
        source,
        createdAt: at,
        requests: 1,
        requestedAt: at,
        mailDue: true,
      };
      if (await insertNew(first)) return first;
      return change(
        {
          _id: first._id,
          state: { $ne: 'CONFIRMED' },
          requests: { $lt: MAX_REQUESTS },
          requestedAt: { $lt: new Date(at.getTime() - COOL_DOWN_MS) },
        },
        {
          $set: { email: address, state: 'PENDING', requestedAt: at, mailDue: true },
          $inc: { requests: 1 },
        },
      );
    },
    findMailDue: (limit) => subscribers.find({ mailDue: true }).limit(limit).exec(),
    async mailPlanned({ _id, requests }) {
      await subscribers.updateOne({ _id, requests }, { $unset: { mailDue: '' } });
    },
    find: (id) => subscribers.findOne({ _id: id }).exec(),
    async issueKeys(id) {
      const [confirmKey, unsubscribeKey] = [newKey(), newKey()];
      const pending = await change(
        { _id: id, state: 'PENDING' },
        { $push: appendKeys(confirmKey, unsubscribeKey) },
      );
      return pending?.email === undefined ? null : { email: pending.email, confirmKey, unsubscribeKey };
    },
    async confirm(id, key) {
      const isHolder = { _id: id, confirmKeyHashes: hashOf(key) };
      const confirmed = await change(
        { ...isHolder, state: { $in: ['PENDING', 'BOUNCED'] } },
        {
          $set: { state: 'CONFIRMED', confirmedAt: now() },
          $unset: { unsubscribedAt: '', ...NO_BOUNCES },
        },
      );
      if (confirmed !== null) return true;
      return (await subscribers.findOne({ ...isHolder, state: 'CONFIRMED' }, { _id: 1 })) !== null;
    },
    async unsubscribe(id, key) {
      const isOfList = await keys.isValid(unsubscribePurpose(id), key);
      const filter = isOfList ? { _id: id } : { _id: id, unsubscribeKeyHashes: hashOf(key) };
      return (await change(filter, withoutAddress({ unsubscribedAt: now() }))) !== null;
    },
    async erase(id) {
      await change({ _id: id }, withoutAddress({ unsubscribedAt: now() }));
    },
    async readPreferences(id, key) {
      const reader = await findHolder(id, key);
      if (reader === null) return null;
      const { categories = [], languages = [] } = reader;
      return { categories, languages: languages as NewsletterLanguage[] };
    },
    async choose(id, key, { categories, languages }) {
      if ((await findHolder(id, key)) === null) return false;
      const chosen = [
        ['categories', categories],
        ['languages', languages],
      ] as const;
      const set = chosen.filter(([, values]) => values.length > 0);
      const unset = chosen.filter(([, values]) => values.length === 0);
      const update = {
        ...(set.length === 0 ? {} : { $set: Object.fromEntries(set) }),
        ...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map(([name]) => [name, ''])) }),
      } as mongo.UpdateFilter<Subscriber>;
      return (await change({ _id: id, state: 'CONFIRMED' }, update)) !== null;
    },
    countRecipients: (by, chosen) => subscribers.countDocuments(recipients(by, chosen)).exec(),
    async listRecipients(by, after, limit, chosen) {
      const found = await subscribers
        .find({ ...recipients(by, chosen), _id: { $gt: after } }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit);
      return found.map(({ _id }) => _id);
    },
    async recordBounce(id, { kind, status, mailId, mailedAt }) {
      const isHard = kind === 'hard';
      await change(
        {
          _id: id,
          state: 'CONFIRMED',
          confirmedAt: { $lte: mailedAt },
          bouncedMail: { $ne: mailId },
        },
        {
          $set: {
            bouncedAt: now(),
            bounceStatus: status,
            bouncedMail: mailId,
            ...(isHard ? { state: 'BOUNCED' as const } : {}),
          },
          $inc: { bounces: 1 },
        },
      );
    },
    async import({ id, address, createdAt }) {
      const inserted = await insertNew({
        ...freshEntry(address),
        state: 'IMPORTED',
        source: 'import',
        createdAt,
        importedId: id,
      });
      return inserted ? 'imported' : 'unchanged';
    },
    async removeImported() {
      await subscribers.deleteMany({ state: 'IMPORTED' });
    },
    countImported: () => subscribers.countDocuments({ importedId: { $exists: true } }).exec(),
    async removeUnconfirmed(before) {
      const unconfirmed = { state: 'PENDING' as const, requestedAt: { $lt: before } };
      await subscribers.updateMany({ ...unconfirmed, unsubscribedAt: { $exists: true } }, withoutAddress({}));
      await subscribers.deleteMany({
        ...unconfirmed,
        unsubscribedAt: { $exists: false },
        importedId: { $exists: false },
      });
    },
  };
}
