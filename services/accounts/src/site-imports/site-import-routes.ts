import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { validationError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import {
  ImportArchiveBody,
  ImportRunBody,
  MAX_IMPORT_PART_BYTES,
  SiteImport,
} from '@vidhi/contracts/site-imports.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { SiteImports } from './site-imports.ts';

export interface SiteImportRoutesOptions {
  siteImports: SiteImports;
}

const PATH = '/api/system/imports';
const OCTETS = 'application/octet-stream';
const forAdministrators = { config: { strictAuth: true }, onRequest: requireRole(ROLE.administrator) };
const response = {
  200: Type.Object({ data: SiteImport }),
  400: ErrorResponse,
  401: ErrorResponse,
  403: ErrorResponse,
  409: ErrorResponse,
};
const documented = (summary: string, operationId: string) => ({
  tags: ['system'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});
const Offset = Type.Object({ offset: Type.String({ pattern: '^\\d{1,15}$' }) });

/** `/api/system/imports`, for administrators: the import of an archive of a Strapi site. */
export async function siteImportRoutes(
  app: FastifyInstance,
  { siteImports }: SiteImportRoutesOptions,
): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.addContentTypeParser(
    OCTETS,
    { parseAs: 'buffer', bodyLimit: MAX_IMPORT_PART_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get(
    PATH,
    {
      ...forAdministrators,
      schema: { ...documented('The archive, and the last run', 'readSiteImport'), response },
    },
    async () => ({ data: await siteImports.read() }),
  );

  app.post<{ Body: ImportArchiveBody }>(
    `${PATH}/archive`,
    {
      ...forAdministrators,
      schema: {
        ...documented('Begins to send an archive, in place of the one that is there', 'beginSiteImport'),
        body: ImportArchiveBody,
        response: { ...response, 413: ErrorResponse },
      },
    },
    async (request) => ({ data: await siteImports.begin(request.body, actorOf(request)) }),
  );

  app.put<{ Querystring: { offset: string }; Body: unknown }>(
    `${PATH}/archive`,
    {
      ...forAdministrators,
      bodyLimit: MAX_IMPORT_PART_BYTES,
      schema: {
        ...documented('Adds a part to the archive', 'sendSiteImportPart'),
        description: `The body is the part, \`${OCTETS}\`, of ${MAX_IMPORT_PART_BYTES} bytes at most. A part that does not begin where the last one ended is a 409.`,
        querystring: Offset,
        consumes: [OCTETS],
        response: { ...response, 413: ErrorResponse },
      },
    },
    async ({ query, body }) => {
      // Other parsers of the app accept JSON, and a request without a type has no body.
      if (!Buffer.isBuffer(body)) throw validationError(`A part is sent as ${OCTETS}`);
      return { data: await siteImports.receive(Number(query.offset), body) };
    },
  );

  app.delete(
    `${PATH}/archive`,
    { ...forAdministrators, schema: { ...documented('Deletes the archive', 'deleteSiteImport'), response } },
    async (request) => ({ data: await siteImports.remove(actorOf(request)) }),
  );

  app.post<{ Body: ImportRunBody }>(
    `${PATH}/runs`,
    {
      ...forAdministrators,
      schema: {
        ...documented('Checks or imports the archive', 'startSiteImport'),
        description: 'It runs in the background, one at a time; the reading tells how far it is.',
        body: ImportRunBody,
        response,
      },
    },
    async (request) => ({ data: await siteImports.start(request.body, actorOf(request)) }),
  );
}
