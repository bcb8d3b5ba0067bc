import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { desksOf, hasDesk, type Desk } from '@vidhi/contracts/desks.ts';
import { Colleague, StaffName } from '@vidhi/contracts/staff.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { fullNameOf } from './full-name.ts';

interface Colleagues {
  path: string;
  desks: readonly Desk[];
  /**
   * Whether all of the staff are in it, also those of other desks and blocked ones, whose acts are in histories. Such a list
   * does not tell who has which desk.
   */
  hasAllStaff: boolean;
  summary: string;
  operationId: string;
}

/** Lists of colleagues, each for the staff of its desks. */
const LISTS: readonly Colleagues[] = [
  {
    path: '/api/staff/newsroom',
    desks: ['news', 'publish'],
    hasAllStaff: false,
    summary: 'The people of the newsroom, by name',
    operationId: 'listNewsroom',
  },
  {
    path: '/api/staff/people',
    desks: ['people'],
    hasAllStaff: false,
    summary: 'Those who look after readers and messages, by name',
    operationId: 'listPeopleDesk',
  },
  {
    path: '/api/staff/shop',
    desks: ['shop', 'refund'],
    hasAllStaff: true,
    summary: 'All staff by name, for the history of orders and stock',
    operationId: 'listShopStaff',
  },
];

/** Names of colleagues, for reviews, mentions, assignments and histories. No address, no session. */
export async function colleagueRoutes(
  app: FastifyInstance,
  { users }: { users: Pick<UserRepository, 'listStaff'> },
): Promise<void> {
  for (const { path, desks, hasAllStaff, summary, operationId } of LISTS)
    app.get(
      path,
      {
        onRequest: requireDesk(...desks),
        config: { strictAuth: true },
        schema: {
          tags: ['staff'],
          security: [{ bearer: [] }],
          summary,
          operationId,
          response: {
            200: Type.Object({ data: Type.Array(hasAllStaff ? StaffName : Colleague) }),
            401: ErrorResponse,
            403: ErrorResponse,
          },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        const staff = await users.listStaff();
        const listed = staff.filter((user) => hasAllStaff || (!user.blocked && hasDesk(user, ...desks)));
        return {
          data: listed.map((user) => ({
            id: user.id,
            name: fullNameOf(user),
            ...(hasAllStaff ? {} : { desks: desksOf(user) }),
          })),
        };
      },
    );
}
