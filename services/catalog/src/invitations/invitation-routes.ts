import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import {
  Claimant,
  ClaimLook,
  ClaimOutcome,
  InvitationResponse,
  InviteBody,
  InvitedAddress,
  MailedInvitation,
} from '@vidhi/contracts/profile-invitations.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { Claims } from './claim-profile.ts';
import type { Invitations } from './invitations.ts';

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;
const AT_DESK = { config: { strictAuth: true }, onRequest: requireDesk('directory') } as const;
const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['directory'],
  security: [{ bearer: [] }],
});

/** Invitations to claim a profile, for the desk `directory`. */
export async function invitationRoutes(
  app: FastifyInstance,
  { invitations }: { invitations: Pick<Invitations, 'invite' | 'revoke'> },
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.post<{ Params: Params; Body: InviteBody }>(
    '/api/directory/profiles/:id/invitation',
    {
      ...AT_DESK,
      schema: {
        ...documented('Mails an address a link that claims a profile', 'inviteToProfile'),
        description:
          'For a profile without an owner. A former link of the profile is void afterwards. 409 for a profile that has an owner or is suspended, for an address that another profile waits for, and beyond five mails within a day.',
        params: Params,
        body: InviteBody,
        response: { 200: InvitationResponse },
      },
    },
    async (request) => ({
      data: await invitations.invite(Number(request.params.id), request.body.address, actorOf(request)),
    }),
  );

  app.delete<{ Params: Params }>(
    '/api/directory/profiles/:id/invitation',
    {
      ...AT_DESK,
      schema: {
        ...documented('Revokes an invitation that nobody has used', 'revokeInvitation'),
        params: Params,
        response: { 200: InvitationResponse },
      },
    },
    async (request) => ({ data: await invitations.revoke(Number(request.params.id), actorOf(request)) }),
  );
}

const MailParams = Type.Object({ id: Params.properties.id, number: Params.properties.id });
const Token = Type.Object({ token: Type.String({ maxLength: 200 }) });
const ofAddress = { schema: { body: InvitedAddress } };

/**
 * Calls of accounts, by which invited accounts claim profiles, and of notify, which mails the links. The enclosing scope
 * requires the service token.
 */
export async function internalInvitationRoutes(
  app: FastifyInstance,
  {
    invitations,
    claims,
  }: {
    invitations: Pick<Invitations, 'look' | 'mailed' | 'ofAddress' | 'eraseAddress'>;
    claims: Pick<Claims, 'check' | 'claim'>;
  },
): Promise<void> {
  app.get<{ Params: Static<typeof MailParams> }>(
    '/internal/profiles/:id/invitations/:number',
    { schema: { params: MailParams, response: { 200: MailedInvitation } } },
    async ({ params }) => {
      const found = await invitations.mailed(Number(params.id), Number(params.number));
      if (found === null) throw notFound();
      return found;
    },
  );
  app.post<{ Body: Static<typeof Token> }>(
    '/internal/profile-claims/look',
    { schema: { body: Token, response: { 200: ClaimLook } } },
    async ({ body }) => ({ data: await invitations.look(body.token) }),
  );
  app.post<{ Body: Claimant }>(
    '/internal/profile-claims/check',
    { schema: { body: Claimant, response: { 200: ClaimOutcome } } },
    async ({ body }) => claims.check(body),
  );
  app.post<{ Body: Claimant }>(
    '/internal/profile-claims',
    { schema: { body: Claimant, response: { 200: ClaimOutcome } } },
    async ({ body }) => claims.claim(body),
  );
  app.post<{ Body: InvitedAddress }>(
    '/internal/profile-invitations/of-address',
    ofAddress,
    async ({ body }) => ({ profileInvitations: await invitations.ofAddress(body.email) }),
  );
  app.post<{ Body: InvitedAddress }>(
    '/internal/profile-invitations/erasure',
    ofAddress,
    async ({ body }, reply) => {
      await invitations.eraseAddress(body.email);
      return reply.code(204).send();
    },
  );
}
