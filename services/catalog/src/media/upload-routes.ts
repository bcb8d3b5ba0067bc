import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { WireError, tooLarge, validationError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { FileAnswer, Refusal, presentFile } from './file-answer.ts';
import { readFileInfo } from './file-info.ts';
import type { HeldPicture, UploadPictures } from './upload-pictures.ts';

const MOST_FILES = 10;
const MOST_FIELDS = 20;
const FIELD_BYTES = 64 * 1024;
const FIELD = 'files';
const INFO = 'fileInfo';
const ANSWER_MS = 60_000;

interface UploadOptions {
  uploads: UploadPictures;
  maxBytes: number;
}

interface Read {
  held: HeldPicture[];
  infos: string[];
}

const DOCUMENTATION = {
  tags: ['media'],
  security: [{ bearer: [] }],
  summary: 'Stores pictures',
  description:
    'Multipart with one or more PNG, JPEG or GIF files in the field `files`, and `fileInfo` as JSON, an object or a ' +
    'list in the order of the files (name, alternativeText, caption). Pictures are made anew from their pixels.',
  consumes: ['multipart/form-data'],
  body: Type.Object({
    files: Type.Array(Type.String({ format: 'binary' }), { minItems: 1, maxItems: MOST_FILES }),
    fileInfo: Type.Optional(Type.String()),
  }),
  response: {
    200: Type.Array(FileAnswer),
    400: Refusal,
    401: Refusal,
    403: Refusal,
    413: Refusal,
    503: Refusal,
  },
};

const filesAreEmpty = () => validationError('Files are empty');
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 102.4) / 10} MB`;

/** What the parser of forms throws about a body is the sender's mistake. */
function asRefusal(error: unknown): unknown {
  if (error instanceof WireError || !(error instanceof Error)) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (statusCode === 413) return tooLarge(`At most ${MOST_FILES} files and ${MOST_FIELDS} fields are taken`);
  const isForm = /^(Unexpected end|Malformed|Multipart:|Part terminated|premature close)/i.test(
    error.message,
  );
  return isForm || statusCode === 400 || statusCode === 406
    ? validationError(`The form cannot be read: ${error.message}`)
    : error;
}

/** `POST /api/upload`, for whoever may have pictures: staff, lawyers and firms. */
export async function uploadRoutes(app: FastifyInstance, options: UploadOptions): Promise<void> {
  const { uploads, maxBytes } = options;
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fields: MOST_FIELDS,
      files: MOST_FILES,
      fileSize: maxBytes,
      fieldSize: FIELD_BYTES,
      headerPairs: 50,
    },
  });
  // Any other body carries no files.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
  app.addHook('onRequest', requireRole(ROLE.lawyer, ROLE.firm, ROLE.editor, ROLE.administrator));

  async function readFile(part: MultipartFile, { held }: Read, signal: AbortSignal): Promise<void> {
    const bytes = await part.toBuffer();
    if (part.fieldname !== FIELD) return;
    if (part.file.truncated) throw tooLarge(`${part.filename} exceeds size limit of ${megabytes(maxBytes)}.`);
    if (bytes.length === 0) throw filesAreEmpty();
    // A part of bytes may come without a name, whatever the types say.
    const { filename = '' }: { filename?: string } = part;
    held.push(await uploads.clean({ name: filename, bytes }, signal));
  }

  function readField({ fieldname, value }: Extract<Multipart, { type: 'field' }>, { infos }: Read): void {
    if (fieldname === INFO) infos.push(typeof value === 'string' ? value : JSON.stringify(value));
  }

  async function readForm(request: FastifyRequest): Promise<Read> {
    const read: Read = { held: [], infos: [] };
    if (!request.isMultipart()) return read;
    const gone = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) gone.abort();
    });
    for await (const part of request.parts()) {
      if (part.type === 'file') await readFile(part, read, gone.signal);
      else readField(part, read);
    }
    return read;
  }

  app.post<{ Querystring: { id?: unknown } }>(
    '/api/upload',
    {
      schema: DOCUMENTATION,
      // The form is read part by part, so its schema only documents it.
      validatorCompiler: () => () => true,
      handlerTimeout: ANSWER_MS,
    },
    async (request, reply) => {
      if (request.query.id !== undefined)
        throw validationError('A stored file is not replaced: upload another');
      try {
        const { held, infos } = await readForm(request);
        if (held.length === 0) throw filesAreEmpty();
        const stored = await uploads.store(held, readFileInfo(infos), request.principal?.userId ?? 0);
        return reply.header('cache-control', 'no-store').send(stored.map(presentFile));
      } catch (error) {
        // The refusal reaches a client only once it has got rid of what it is still sending.
        request.raw.unpipe();
        request.raw.resume();
        throw asRefusal(error);
      }
    },
  );
}
