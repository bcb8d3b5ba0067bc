import { requireDesk } from '@vidhi/service-kit/auth.ts';

/** Messages, subscribers and the newsletter. */
export const requirePeople = requireDesk('people');

/** Part of every route at this desk. A read with an invalid token is 401, not the read of an anonymous client. */
export const atPeopleDesk = { config: { strictAuth: true }, onRequest: requirePeople } as const;

export const documentedForPeople = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['people'],
  security: [{ bearer: [] }],
});
