import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import {
  acknowledgement,
  decidedEventId,
  decisionMail,
  grievanceId,
  grievanceNotice,
  receivedEventId,
  type GrievanceFields,
} from './grievance.ts';
import type { StoredGrievance } from './grievance-collection.ts';
import type { GrievanceStore } from './grievance-store.ts';

interface ReceiveOptions {
  grievances: Pick<GrievanceStore, 'insert' | 'find' | 'findMailDue' | 'mailPlanned'>;
  ledger: Pick<MailLedger, 'insert'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
  nextNumber: () => Promise<number>;
  now?: () => Date;
}

/** Stores a grievance, then requires its acknowledgement and the notice to the site. */
export type ReceiveGrievance = (fields: GrievanceFields, days: number) => Promise<void>;
/** Adds the ledger rows of a grievance and of its decision that are not there yet. */
export type PlanGrievanceMails = (grievance: StoredGrievance) => Promise<void>;

const MAX_PLANNED = 200;
const DAY_MS = 86_400_000;

export function createReceiveGrievance(options: ReceiveOptions) {
  const { grievances, ledger, enqueue, nextNumber, now = () => new Date() } = options;

  const planMails: PlanGrievanceMails = async (grievance) => {
    const inserted = await ledger.insert(receivedEventId(grievance), [
      acknowledgement(grievance),
      grievanceNotice(grievance),
    ]);
    if (grievance.decision !== undefined)
      inserted.push(...(await ledger.insert(decidedEventId(grievance), [decisionMail(grievance)])));
    await grievances.mailPlanned(grievance);
    await enqueue(inserted);
  };

  const receive: ReceiveGrievance = async (fields, days) => {
    const receivedAt = now();
    const _id = grievanceId(fields, receivedAt);
    // So that a form that is sent twice uses no second number.
    if ((await grievances.find(_id)) !== null) return;
    const grievance: StoredGrievance = {
      _id,
      ...outboxOf([]),
      ...fields,
      number: await nextNumber(),
      receivedAt,
      dueAt: new Date(receivedAt.getTime() + days * DAY_MS),
      state: 'open',
      mailDue: true,
    };
    if (await grievances.insert(grievance)) await planMails(grievance);
  };

  return {
    receive,
    planMails,
    /** Adds the ledger rows that a dead process left out. */
    async planMissing(): Promise<void> {
      for (const grievance of await grievances.findMailDue(MAX_PLANNED)) await planMails(grievance);
    },
  };
}
