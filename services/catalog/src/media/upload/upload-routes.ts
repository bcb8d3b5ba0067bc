import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { WireError, forbidden, tooLarge, validationError } from '@vidhi/contracts/errors.ts';
import { hasDesk, type DeskHolder } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { FindRegistrant } from '../../profiles/profile-owners.ts';
import type { UploadAllowance } from '../../registration/upload-allowance.ts';
import { FileResponse, ErrorResponse, presentFile } from '../file-response.ts';
import { readFileInfo } from './file-info.ts';
import { MEDIA_DESKS } from '../media-routes.ts';
import type { PendingPicture, PictureUploader, UploadPictures } from './upload-pictures.ts';

const MAX_FILES = 10;
const MAX_FIELDS = 20;
const FIELD_BYTES = 64 * 1024;
const FIELD = 'files';
const INFO = 'fileInfo';
const HANDLER_TIMEOUT_MS = 60_000;

interface UploadOptions {
  uploads: UploadPictures;
  maxBytes: number;
  findRegistrant: FindRegistrant;
  allowance: UploadAllowance;
}

const mayUpload = (uploader: DeskHolder): boolean =>
  uploader.role === ROLE.lawyer || uploader.role === ROLE.firm || hasDesk(uploader, ...MEDIA_DESKS);

/** Uploader: the account of a token, or the owner of a registration ticket. */
interface Uploader extends PictureUploader {
  expiresAt?: number;
}

interface ParsedForm {
  uploader: Uploader | undefined;
  pending: PendingPicture[];
  infos: string[];
}

const DOCUMENTATION = {
  tags: ['media'],
  security: [{ bearer: [] }],
  operationId: 'uploadFiles',
  summary: 'Stores pictures',
  description:
    'Multipart with one or more PNG, JPEG or GIF files in the field `files`, and `fileInfo` as JSON, an object or a ' +
    'list in the order of the files (name, alternativeText, caption). Pictures are re-encoded from their pixels.',
  consumes: ['multipart/form-data'],
  body: Type.Object({
    files: Type.Array(Type.String({ format: 'binary' }), { minItems: 1, maxItems: MAX_FILES }),
    fileInfo: Type.Optional(Type.String()),
  }),
  response: {
    200: Type.Array(FileResponse),
    400: ErrorResponse,
    401: ErrorResponse,
    403: ErrorResponse,
    413: ErrorResponse,
    503: ErrorResponse,
  },
};

const filesAreEmpty = () => validationError('Files are empty');
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 102.4) / 10} MB`;

/** Maps errors of the multipart parser about a malformed body to 400 or 413; returns other errors unchanged. */
function toWireError(error: unknown): unknown {
  if (error instanceof WireError || !(error instanceof Error)) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (statusCode === 413) return tooLarge(`At most ${MAX_FILES} files and ${MAX_FIELDS} fields are taken`);
  const isForm = /^(Unexpected end|Malformed|Multipart:|Part terminated|premature close)/i.test(
    error.message,
  );
  return isForm || statusCode === 400 || statusCode === 406
    ? validationError(`The form cannot be read: ${error.message}`)
    : error;
}

/** `POST /api/upload`, for staff, lawyers and firms, and under the ticket of a registration. */
export async function uploadRoutes(app: FastifyInstance, options: UploadOptions): Promise<void> {
  const { uploads, maxBytes, findRegistrant, allowance } = options;
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fields: MAX_FIELDS,
      files: MAX_FILES,
      fileSize: maxBytes,
      fieldSize: FIELD_BYTES,
      headerPairs: 50,
    },
  });
  // Accepts any other content type and discards its body, so that it gets the "Files are empty" error.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
  const uploaders = new WeakMap<FastifyRequest, Uploader>();
  app.addHook('onRequest', async (request) => {
    const uploader = request.principal ?? (await findRegistrant(request));
    if (uploader === null || !mayUpload(uploader)) throw forbidden();
    uploaders.set(request, { ...uploader, via: actorOf(request).via });
  });

  async function readFile(
    part: MultipartFile,
    { pending, uploader }: ParsedForm,
    signal: AbortSignal,
  ): Promise<void> {
    const bytes = await part.toBuffer();
    if (part.fieldname !== FIELD) return;
    if (part.file.truncated) throw tooLarge(`${part.filename} exceeds size limit of ${megabytes(maxBytes)}.`);
    if (bytes.length === 0) throw filesAreEmpty();
    if (uploader === undefined) throw forbidden();
    const { ticketId, expiresAt } = uploader;
    if (ticketId !== undefined && expiresAt !== undefined && !(await allowance.take({ ticketId, expiresAt })))
      throw forbidden('This registration has stored all its pictures');
    // Contrary to its type, `filename` is undefined for a binary part without a name.
    const { filename = '' }: { filename?: string } = part;
    pending.push(await uploads.sanitize({ name: filename, bytes }, uploader, signal));
  }

  function readField(
    { fieldname, value }: Extract<Multipart, { type: 'field' }>,
    { infos }: ParsedForm,
  ): void {
    if (fieldname === INFO) infos.push(typeof value === 'string' ? value : JSON.stringify(value));
  }

  async function readForm(request: FastifyRequest): Promise<ParsedForm> {
    const form: ParsedForm = { pending: [], infos: [], uploader: uploaders.get(request) };
    if (!request.isMultipart()) return form;
    const aborted = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) aborted.abort();
    });
    for await (const part of request.parts()) {
      if (part.type === 'file') await readFile(part, form, aborted.signal);
      else readField(part, form);
    }
    return form;
  }

  app.post<{ Querystring: { id?: unknown } }>(
    '/api/upload',
    {
      schema: DOCUMENTATION,
      // The form is parsed as a stream, so its schema is documentation only.
      validatorCompiler: () => () => true,
      handlerTimeout: HANDLER_TIMEOUT_MS,
    },
    async (request, reply) => {
      if (request.query.id !== undefined)
        throw validationError('A stored file is not replaced: upload another');
      try {
        const { pending, infos, uploader } = await readForm(request);
        if (pending.length === 0) throw filesAreEmpty();
        if (uploader === undefined) throw forbidden();
        const stored = await uploads.store(pending, readFileInfo(infos), uploader);
        return reply.header('cache-control', 'no-store').send(stored.map((file) => presentFile(file)));
      } catch (error) {
        // Most clients read the error response only after sending the whole body, so the rest is discarded.
        request.raw.unpipe();
        request.raw.resume();
        throw toWireError(error);
      }
    },
  );
}
