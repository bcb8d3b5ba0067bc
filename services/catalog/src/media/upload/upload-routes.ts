import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forbidden, tooLarge, validationError } from '@vidhi/contracts/errors.ts';
import { hasDesk, type DeskHolder } from '@vidhi/contracts/desks.ts';
import { ROLE, isStaff } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { FindRegistrant } from '../../profiles/profile-owners.ts';
import type { UploadAllowance } from '../../registration/upload-allowance.ts';
import { FileResponse, ErrorResponse, presentFile } from '../file-response.ts';
import { readFileInfo } from './file-info.ts';
import { formError } from './form-error.ts';
import { MEDIA_DESKS } from '../media-routes.ts';
import { beginsAsPdf } from '../files/pdf-file.ts';
import type { PendingFile, PictureUploader, UploadPictures } from './upload-pictures.ts';

const MAX_FILES = 10;
const MAX_FIELDS = 20;
const FIELD_BYTES = 64 * 1024;
const FIELD = 'files';
const INFO = 'fileInfo';
const SIGNATURE_BYTES = 16;
const HANDLER_TIMEOUT_MS = 60_000;

interface UploadOptions {
  uploads: UploadPictures;
  /** Maximum size of a picture. */
  maxBytes: number;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
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
  pending: PendingFile[];
  infos: string[];
}

const DOCUMENTATION = {
  tags: ['media'],
  security: [{ bearer: [] }],
  operationId: 'uploadFiles',
  summary: 'Stores pictures and documents',
  description:
    'Multipart with one or more PNG, JPEG or GIF files in the field `files`, for staff also PDF files, and `fileInfo` as ' +
    'JSON, an object or a list in the order of the files (name, alternativeText, caption). Pictures are re-encoded from ' +
    'their pixels; a PDF stays as it is.',
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

/** The chunks of a stream; throws once they are more bytes than `limit`. */
async function* atMost(stream: Readable, limit: number, error: Error): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw error;
    yield chunk;
  }
}

/** The first bytes of a stream, which tell its type, and the whole stream. */
async function peek(stream: Readable): Promise<{ start: Buffer; content: Readable }> {
  const chunks = stream.iterator({ destroyOnReturn: false });
  const read: Buffer[] = [];
  while (Buffer.concat(read).length < SIGNATURE_BYTES) {
    const { done, value } = (await chunks.next()) as IteratorResult<Buffer>;
    if (done === true) break;
    read.push(value);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* read;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      yield next.value as Buffer;
  }
  return { start: Buffer.concat(read), content: Readable.from(whole(), { objectMode: false }) };
}

/** `POST /api/upload`, for staff, lawyers and firms, and under the ticket of a registration. */
export async function uploadRoutes(app: FastifyInstance, options: UploadOptions): Promise<void> {
  const { uploads, maxBytes, maxDocumentBytes, findRegistrant, allowance } = options;
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fields: MAX_FIELDS,
      files: MAX_FILES,
      fileSize: Math.max(maxBytes, maxDocumentBytes),
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
    if (part.fieldname !== FIELD) {
      part.file.resume();
      return;
    }
    const { start, content } = await peek(part.file);
    if (start.length === 0) throw filesAreEmpty();
    if (uploader === undefined) throw forbidden();
    // Contrary to its type, `filename` is undefined for a binary part without a name.
    const { filename: name = '' }: { filename?: string } = part;
    const exceeds = (limit: number) => tooLarge(`${name} exceeds size limit of ${megabytes(limit)}.`);
    const isTruncated = (): boolean => part.file.truncated;
    if (beginsAsPdf(start) && isStaff(uploader.role)) {
      const limited = Readable.from(atMost(content, maxDocumentBytes, exceeds(maxDocumentBytes)));
      pending.push(
        await uploads.receiveDocument({ name, content: limited }, () =>
          isTruncated() ? exceeds(maxDocumentBytes) : null,
        ),
      );
      return;
    }
    const bytes = await buffer(atMost(content, maxBytes, exceeds(maxBytes)));
    if (isTruncated()) throw exceeds(maxBytes);
    const { ticketId, expiresAt } = uploader;
    if (ticketId !== undefined && expiresAt !== undefined && !(await allowance.take({ ticketId, expiresAt })))
      throw forbidden('This registration has stored all its pictures');
    pending.push(await uploads.sanitize({ name, bytes }, uploader, signal));
  }

  function readField(
    { fieldname, value }: Extract<Multipart, { type: 'field' }>,
    { infos }: ParsedForm,
  ): void {
    if (fieldname === INFO) infos.push(typeof value === 'string' ? value : JSON.stringify(value));
  }

  async function readForm(request: FastifyRequest, form: ParsedForm): Promise<void> {
    if (!request.isMultipart()) return;
    const aborted = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) aborted.abort();
    });
    for await (const part of request.parts()) {
      if (part.type === 'file') await readFile(part, form, aborted.signal);
      else readField(part, form);
    }
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
      const form: ParsedForm = { pending: [], infos: [], uploader: uploaders.get(request) };
      const { pending, infos, uploader } = form;
      try {
        await readForm(request, form);
        if (pending.length === 0) throw filesAreEmpty();
        if (uploader === undefined) throw forbidden();
        const stored = await uploads.store(pending, readFileInfo(infos), uploader);
        return reply.header('cache-control', 'no-store').send(stored.map((file) => presentFile(file)));
      } catch (error) {
        // Most clients read the error response only after sending the whole body, so the rest is discarded.
        request.raw.unpipe();
        request.raw.resume();
        throw formError(error, `At most ${MAX_FILES} files and ${MAX_FIELDS} fields are taken`);
      } finally {
        await uploads.discard(pending);
      }
    },
  );
}
