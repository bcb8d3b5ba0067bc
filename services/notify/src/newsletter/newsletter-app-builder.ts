import type { AppDependencies } from '../app.ts';

// The desk `people` in apps of tests about other routes.

const unused = async (): Promise<never> => {
  throw new Error('unused');
};

type Desk = Pick<
  AppDependencies,
  'auth' | 'subscriberDesk' | 'digests' | 'newsletter' | 'inbox' | 'webhooks' | 'grievances' | 'mailServer'
>;

/** Dependencies of the desk that do nothing but reject. */
export const unusedDesk = (): Desk => ({
  auth: { verifyToken: async () => null, isCurrent: () => true },
  subscriberDesk: {
    list: {
      list: unused,
      count: unused,
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: unused }) }),
    },
    acts: { record: unused, find: unused },
    subscribers: { find: unused, erase: unused, addConsented: unused, countConsented: unused },
    subscribe: unused,
    readsBounces: false,
    noteReading: unused,
  },
  webhooks: {
    webhooks: {
      list: async () => [],
      find: async () => null,
      create: unused,
      change: unused,
      rotate: unused,
      remove: unused,
      recordSending: unused,
    },
    deliveries: { listOf: unused, has: unused, requeue: unused },
    sendTest: unused,
    enqueue: unused,
    target: { allowLoopback: false, resolve: async () => [] },
  },
  grievances: {
    grievances: {
      insert: unused,
      find: async () => null,
      findMailDue: unused,
      mailPlanned: unused,
      list: unused,
      change: unused,
      decide: unused,
      listForRegister: unused,
      listFrom: unused,
      removeFrom: unused,
      removeClosedBefore: unused,
    },
    receive: unused,
    planMails: unused,
    ledger: { findStates: unused },
    noteReading: unused,
    readSite: async () => ({ grievances: { days: 15 } }) as never,
  },
  inbox: {
    inbox: { list: unused, find: async () => null, change: unused, reply: unused },
    templates: { list: unused, find: async () => null, create: unused, change: unused, remove: unused },
    ledger: { findStates: unused },
    planMails: unused,
    readSite: unused,
    noteReading: unused,
  },
  digests: { read: unused, change: unused },
  mailServer: { host: 'mail.example', sender: 'no-reply@site.example', is_sandbox: false },
  newsletter: {
    issues: {
      create: unused,
      createDigest: unused,
      find: async () => null,
      list: unused,
      listArchived: unused,
      change: unused,
      findDue: unused,
      findNext: unused,
      claimBatch: unused,
      advance: unused,
      end: unused,
      findUntrimmed: unused,
      storeCounts: unused,
      markTrimmed: unused,
    },
    keys: { sign: unused, isValid: async () => false },
    sending: { start: unused, countsOf: unused },
    subscribers: { countRecipients: unused },
    ledger: { insert: unused },
    enqueue: unused,
    findPublished: unused,
    mailsPerMinute: 60,
    readSite: unused,
    render: () => {
      throw new Error('unused');
    },
  },
});
