import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { WireError } from '@vidhi/contracts/errors.ts';
import { DigestChangeBody, DigestResponse, type Digest } from '@vidhi/contracts/newsletter.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { atPeopleDesk, documentedForPeople } from '../staff/people-routes.ts';
import type { DigestStore, ReadDigest } from './digest-store.ts';
import { minuteOf, timeOf } from './digest-times.ts';

export interface DigestRoutesOptions {
  digests: Pick<DigestStore, 'read' | 'change'>;
}

const PATH = '/api/newsletter-digest';

const present = ({ rev, isOn, every, weekday, minute, title, nextAt, since }: ReadDigest): Digest => ({
  rev,
  is_on: isOn,
  every,
  weekday,
  time: timeOf(minute),
  title,
  next_at: nextAt?.toISOString() ?? null,
  since: since?.toISOString() ?? null,
});

/** The rule of the digest, for the desk `people`. Every write is in the audit log. */
export async function digestRoutes(app: FastifyInstance, { digests }: DigestRoutesOptions): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    PATH,
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('The rule of the digest', 'readDigest'),
        response: { 200: DigestResponse },
      },
    },
    async () => ({ data: present(await digests.read()) }),
  );

  app.put<{ Body: Static<typeof DigestChangeBody> }>(
    PATH,
    {
      ...atPeopleDesk,
      schema: {
        ...documentedForPeople('Changes the rule of the digest', 'changeDigest'),
        description:
          'At each time of the rule, the articles that were published since the last one go to all readers as an issue of the newsletter. Where there is none, nothing is sent.',
        body: DigestChangeBody,
        response: { 200: DigestResponse },
      },
    },
    async (request) => {
      const { rev, is_on: isOn, time, title, every, weekday } = request.body.data;
      const before = await digests.read();
      if (rev !== undefined && rev !== before.rev)
        throw new WireError(409, 'ConflictError', 'The digest has changed meanwhile. Please load it again.');
      const rule = {
        isOn: isOn ?? before.isOn,
        every: every ?? before.every,
        weekday: weekday ?? before.weekday,
        minute: time === undefined ? before.minute : minuteOf(time),
        title: title?.trim() ?? before.title,
      };
      return { data: present(await digests.change(before, rule, actorOf(request))) };
    },
  );
}
