import type { MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { Subscriber } from './subscriber-collection.ts';
import { requestEventId } from './subscriber.ts';
import type { SubscriberStore } from './subscriber-store.ts';

/** Adds an address to the newsletter, and requires a confirmation mail unless it has one. Nobody learns which. */
export type Subscribe = (address: string, source: string) => Promise<void>;

interface SubscribeOptions {
  subscribers: Pick<SubscriberStore, 'request' | 'findMailDue' | 'mailPlanned'>;
  ledger: Pick<MailLedger, 'insert'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
}

const MAX_PLANNED = 200;

export function createSubscribe({ subscribers, ledger, enqueue }: SubscribeOptions) {
  async function planMail(subscriber: Subscriber): Promise<void> {
    const inserted = await ledger.insert(requestEventId(subscriber), [
      {
        template: 'subscription-confirmation',
        role: 'subscriber',
        source: { kind: SOURCE.subscriber, id: subscriber._id },
      },
    ]);
    await subscribers.mailPlanned(subscriber);
    await enqueue(inserted);
  }

  const subscribe: Subscribe = async (address, source) => {
    const due = await subscribers.request(address, source);
    if (due !== null) await planMail(due);
  };
  return {
    subscribe,
    /** Adds the ledger rows that a dead process left out. */
    async planMissing(): Promise<void> {
      for (const due of await subscribers.findMailDue(MAX_PLANNED)) await planMail(due);
    },
  };
}
