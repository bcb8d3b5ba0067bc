import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import {
  MAX_EVIDENCE_BYTES,
  ProfileEvidenceList,
  ProfileEvidenceResponse,
  type ProfileEvidence,
} from '@vidhi/contracts/profile-evidence.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { formError } from '../media/upload/form-error.ts';
import type { FindProfileOf } from '../profiles/user-data-routes.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import type { Evidence } from './evidence-store.ts';

const ProfileId = Type.String({ pattern: '^[1-9]\\d{0,14}$' });
const EvidenceId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const OwnParams = Type.Object({ evidence: EvidenceId });
const DeskParams = Type.Object({ id: ProfileId, evidence: EvidenceId });
type DeskParams = Static<typeof DeskParams>;

const FIELD = 'file';
const HANDLER_TIMEOUT_MS = 60_000;
/** Make a browser neither store nor execute anything of a file, nor guess its type. */
const PRIVATE_HEADERS = {
  'cache-control': 'no-store, private',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
const AT_DESK = { config: { strictAuth: true }, onRequest: requireDesk('directory') } as const;
const AS_OWNER = { config: { strictAuth: true } } as const;

const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['directory'],
  security: [{ bearer: [] }],
});
/** Responses are byte streams, so that the schema is documentation only. */
const FILE = {
  response: { 200: Type.String({ description: 'The file, as a download' }) },
};
const asJson = () => (data: unknown) => JSON.stringify(data);

/** Returns evidence as clients see it. */
export const presentEvidence = ({ id, name, mime, bytes, at }: Evidence): ProfileEvidence => ({
  id,
  name,
  mime: mime as ProfileEvidence['mime'],
  bytes,
  at: at.toISOString(),
});

interface EvidenceRoutesOptions {
  evidence: EvidenceFiles;
  findProfileOf: FindProfileOf;
}

/** Evidence of profiles: its owner adds, reads and removes it; the desk `directory` reads and removes it. Nobody else sees it. */
export async function evidenceRoutes(
  app: FastifyInstance,
  { evidence, findProfileOf }: EvidenceRoutesOptions,
): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fields: 0, files: 1, fileSize: MAX_EVIDENCE_BYTES, headerPairs: 50 },
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });

  /** Resolves with the own profile and account. With an id, throws 404 for a document that the account has not added. */
  async function findOwn({ principal }: FastifyRequest, id?: string) {
    if (principal === null || (principal.role !== ROLE.lawyer && principal.role !== ROLE.firm))
      throw forbidden();
    const profile = await findProfileOf(principal.userId);
    if (profile === null) throw notFound();
    const own = { profileId: profile.id, ownerId: principal.userId };
    if (id === undefined) return own;
    const added = await evidence.list(own.profileId, own.ownerId);
    if (!added.some((one) => one.id === id)) throw notFound();
    return own;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, profileId: number, id: string) {
    const opened = await evidence.open(profileId, id, actorOf(request));
    if (opened === null) throw notFound();
    const { one, file } = opened;
    return reply
      .headers({
        ...PRIVATE_HEADERS,
        'content-type': one.mime,
        'content-length': file.bytes,
        'content-disposition': `attachment; filename="${one.address}"`,
      })
      .send(file.read(0, file.bytes - 1));
  }

  async function removeFrom(request: FastifyRequest, reply: FastifyReply, profileId: number, id: string) {
    if (!(await evidence.remove(profileId, id, actorOf(request)))) throw notFound();
    return reply.code(204).send();
  }

  app.get(
    '/api/directory/own/evidence',
    {
      ...AS_OWNER,
      schema: {
        ...documented('The documents that prove what the own profile says', 'listOwnEvidence'),
        response: { 200: ProfileEvidenceList },
      },
    },
    async (request) => {
      const { profileId, ownerId } = await findOwn(request);
      return { data: (await evidence.list(profileId, ownerId)).map(presentEvidence) };
    },
  );

  app.post(
    '/api/directory/own/evidence',
    {
      ...AS_OWNER,
      schema: {
        ...documented('Adds a document to the own profile, for staff alone', 'addOwnEvidence'),
        description: 'Multipart with one PDF, JPG or PNG file of 5 MB at most in the field `file`.',
        consumes: ['multipart/form-data'],
        body: Type.Object({ file: Type.String({ format: 'binary' }) }),
        response: { 201: ProfileEvidenceResponse },
      },
      // The form is parsed as a stream, so that its schema is documentation only.
      validatorCompiler: () => () => true,
      handlerTimeout: HANDLER_TIMEOUT_MS,
    },
    async (request, reply) => {
      const own = await findOwn(request);
      try {
        const part = request.isMultipart() ? await request.file() : undefined;
        if (part === undefined || part.fieldname !== FIELD) throw validationError('Choose a file');
        const { filename: name = '' }: { filename?: string } = part;
        const added = await evidence.add(
          own,
          { name, content: part.file, isTruncated: () => part.file.truncated },
          actorOf(request),
        );
        return await reply.code(201).send({ data: presentEvidence(added) });
      } catch (error) {
        // Most clients read the response only after sending the whole body, so that the rest is discarded.
        request.raw.unpipe();
        request.raw.resume();
        throw formError(error, 'Send one file');
      }
    },
  );

  app.get<{ Params: Static<typeof OwnParams> }>(
    '/api/directory/own/evidence/:evidence',
    {
      ...AS_OWNER,
      schema: {
        ...documented('A document of the own profile', 'readOwnEvidence'),
        params: OwnParams,
        ...FILE,
      },
      serializerCompiler: asJson,
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { evidence: id } = request.params;
      const { profileId } = await findOwn(request, id);
      return send(request, reply, profileId, id);
    },
  );

  app.delete<{ Params: Static<typeof OwnParams> }>(
    '/api/directory/own/evidence/:evidence',
    {
      ...AS_OWNER,
      schema: {
        ...documented('Removes a document from the own profile', 'removeOwnEvidence'),
        params: OwnParams,
        response: { 204: Type.Null({ description: 'Removed' }) },
      },
    },
    async (request, reply) => {
      const { evidence: id } = request.params;
      const { profileId } = await findOwn(request, id);
      return removeFrom(request, reply, profileId, id);
    },
  );

  app.get<{ Params: DeskParams }>(
    '/api/directory/profiles/:id/evidence/:evidence',
    {
      ...AT_DESK,
      schema: {
        ...documented('A document of a profile; the audit log has each reading', 'readEvidence'),
        params: DeskParams,
        ...FILE,
      },
      serializerCompiler: asJson,
      exposeHeadRoute: false,
    },
    async (request, reply) => send(request, reply, Number(request.params.id), request.params.evidence),
  );

  app.delete<{ Params: DeskParams }>(
    '/api/directory/profiles/:id/evidence/:evidence',
    {
      ...AT_DESK,
      schema: {
        ...documented('Removes a document of a profile, which nobody needs any more', 'removeEvidence'),
        params: DeskParams,
        response: { 204: Type.Null({ description: 'Removed' }) },
      },
    },
    async (request, reply) => removeFrom(request, reply, Number(request.params.id), request.params.evidence),
  );
}
