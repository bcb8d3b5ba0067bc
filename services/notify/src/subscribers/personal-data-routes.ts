import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { GRIEVANCE_CATEGORIES } from '@vidhi/contracts/grievance-categories.ts';
import type { ContactStore } from '../contact/contact-store.ts';
import { numberText } from '../grievances/grievance.ts';
import type { GrievanceStore } from '../grievances/grievance-store.ts';
import { readAddress, subscriberId } from './subscriber.ts';
import type { SubscriberStore } from './subscriber-store.ts';

export interface PersonalDataOptions {
  subscribers: Pick<SubscriberStore, 'find' | 'erase'>;
  messages: Pick<ContactStore, 'listFrom' | 'removeFrom'>;
  grievances: Pick<GrievanceStore, 'listFrom' | 'removeFrom'>;
}

const Body = Type.Object({ email: Type.String() });

/**
 * `POST /internal/personal-data` and `POST /internal/personal-data/erasure`: shows and erases what is stored about the
 * owner of an address, for the export and the erasure of an account. The enclosing scope requires the service token.
 */
export async function personalDataRoutes(
  app: FastifyInstance,
  { subscribers, messages, grievances }: PersonalDataOptions,
): Promise<void> {
  const schema = { body: Body };

  app.post<{ Body: Static<typeof Body> }>('/internal/personal-data', { schema }, async ({ body }) => {
    const address = readAddress(body.email);
    if (address === null) return { newsletter: null, contactMessages: [], grievances: [] };
    const [subscriber, received, complaints] = await Promise.all([
      subscribers.find(subscriberId(address)),
      messages.listFrom(address),
      grievances.listFrom(address),
    ]);
    const { email, state, source, createdAt, confirmedAt = null } = subscriber ?? {};
    const { categories = [], languages = [] } = subscriber ?? {};
    return {
      newsletter:
        email === undefined ? null : { email, state, source, createdAt, confirmedAt, categories, languages },
      contactMessages: received.map(({ name, email, subject, message, receivedAt, replies = [] }) => ({
        name,
        email,
        subject,
        message,
        receivedAt,
        replies: replies.map(({ text, at }) => ({ text, at })),
      })),
      grievances: complaints.map(({ number, name, email, link, category, text, receivedAt, decision }) => ({
        number: numberText(number),
        name,
        email,
        link,
        about: GRIEVANCE_CATEGORIES[category],
        text,
        receivedAt,
        decision:
          decision === undefined
            ? null
            : { outcome: decision.outcome, reason: decision.reason, at: decision.at },
      })),
    };
  });

  app.post<{ Body: Static<typeof Body> }>(
    '/internal/personal-data/erasure',
    { schema },
    async ({ body }, reply) => {
      const address = readAddress(body.email);
      if (address !== null) {
        await subscribers.erase(subscriberId(address));
        await messages.removeFrom(address);
        await grievances.removeFrom(address);
      }
      return reply.code(204).send();
    },
  );
}
