import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Origin } from '@vidhi/content-service/import-endpoint.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import type { ImportPicture } from './import-picture.ts';
import type { PictureStore, ReceivedPicture } from '../files/picture-store.ts';

const MAX_FILES = 40;
const DOCUMENT_BYTES = 256 * 1024;
const REPLACE_HEADER = 'x-import-replace';

const DocumentPart = Type.Object({
  item: Type.Object({ id: Type.Integer() }, { additionalProperties: true }),
  origin: Type.Object({ site: Type.String({ minLength: 1, maxLength: 200 }), demo: Type.Boolean() }),
  replace: Type.Optional(Type.Boolean()),
  dryRun: Type.Optional(Type.Boolean()),
});
type DocumentPart = Static<typeof DocumentPart>;

/** Records which site the pictures come from: rejects a second site, and replaces demo content when `replace` is set. */
export interface PictureOrigin {
  claim(origin: Origin, replace: boolean): Promise<void>;
  /** Rejects like `claim`, and records nothing. */
  check(origin: Origin, replace: boolean): Promise<void>;
}

interface PictureImportOptions {
  importPicture: ImportPicture;
  pictures: Pick<PictureStore, 'receive'>;
  origin: PictureOrigin;
  maxBytes: number;
}

function readDocument(part: Multipart): DocumentPart {
  if (part.type !== 'field' || part.fieldname !== 'document' || typeof part.value !== 'string')
    throw validationError('The first part must be the field "document"');
  let parsed: unknown;
  try {
    parsed = JSON.parse(part.value);
  } catch (cause) {
    throw validationError(`document is not JSON: ${cause instanceof Error ? cause.message : ''}`);
  }
  if (Value.Check(DocumentPart, parsed)) return parsed;
  const [first] = Value.Errors(DocumentPart, parsed);
  throw validationError(`document${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`);
}

/** `POST /internal/import/files`. The enclosing scope requires the service token. */
export async function pictureImportRoutes(
  app: FastifyInstance,
  options: PictureImportOptions,
): Promise<void> {
  const { importPicture, pictures, origin, maxBytes } = options;
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fields: 1, files: MAX_FILES, fileSize: maxBytes, fieldSize: DOCUMENT_BYTES },
  });

  async function receive({ file, fieldname }: MultipartFile, received: Map<string, ReceivedPicture>) {
    if (received.has(fieldname)) throw validationError(`the file ${fieldname} came twice`);
    received.set(fieldname, await pictures.receive(file));
    return file.truncated ? `the file ${fieldname} is larger than ${maxBytes} bytes` : null;
  }

  async function importFrom(request: FastifyRequest, received: Map<string, ReceivedPicture>) {
    const parts = request.parts();
    const first = await parts.next();
    if (first.done === true) throw validationError('The request has no parts');
    const document = readDocument(first.value);
    const replace = document.replace === true || request.headers[REPLACE_HEADER] === 'true';
    const { item, dryRun = false } = document;
    await (dryRun ? origin.check(document.origin, replace) : origin.claim(document.origin, replace));
    let tooLarge: string | null = null;
    for await (const part of parts) {
      if (part.type === 'field') throw validationError(`the part ${part.fieldname} is no file`);
      tooLarge = (await receive(part, received)) ?? tooLarge;
    }
    if (tooLarge !== null) return { imported: 0, unchanged: 0, skipped: [{ id: item.id, reason: tooLarge }] };
    return importPicture({ item, files: received, dryRun });
  }

  app.post('/internal/import/files', { handlerTimeout: 120_000 }, async (request) => {
    if (!request.isMultipart()) throw validationError('The request must be multipart/form-data');
    const received = new Map<string, ReceivedPicture>();
    try {
      return await importFrom(request, received);
    } catch (error) {
      // Most clients read the error response only after sending the whole body, so the rest is discarded.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    } finally {
      for (const file of received.values()) await file.discard();
    }
  });
}
