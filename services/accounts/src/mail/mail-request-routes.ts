import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { WireError } from '@vidhi/contracts/errors.ts';
import { MailRequestResponse } from '@vidhi/contracts/mail-requests.ts';
import type { ResolveMailRequest } from './resolve-mail-request.ts';

const Params = Type.Object({ requestId: Type.String({ pattern: '^[a-z2-7]{26}$' }) });

/** `POST /internal/mail-requests/{requestId}`, for notify; the enclosing scope requires the service token. */
export async function mailRequestRoutes(
  app: FastifyInstance,
  { resolveMailRequest }: { resolveMailRequest: ResolveMailRequest },
): Promise<void> {
  app.post<{ Params: { requestId: string } }>(
    '/internal/mail-requests/:requestId',
    { schema: { params: Params, response: { 200: MailRequestResponse } } },
    async ({ params }) => {
      const mail = await resolveMailRequest(params.requestId);
      if (mail === null) throw new WireError(410, 'GoneError', 'This mail must not be sent any more');
      return mail;
    },
  );
}
