import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '@vidhi/contracts/errors.ts';
import { readRange } from './byte-range.ts';
import { PDF_MIME } from './pdf-file.ts';
import type { PictureStore, StoredPicture } from './picture-store.ts';

/** Make a browser never execute anything in a stored file. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};
/** The bytes behind a URL never change: its name contains random digits or a hash of the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const Params = Type.Object({ address: Type.String({ description: 'Hash and extension of the file' }) });
const ErrorResponse = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});
const DOCUMENTATION = {
  summary: 'Returns a picture file, one of its formats, or a document as a download',
  tags: ['media'],
  security: [],
  params: Params,
  response: {
    200: Type.String({ description: 'The file' }),
    206: Type.String({ description: 'The requested range' }),
    304: Type.Null({ description: 'Not modified' }),
    404: ErrorResponse,
    416: Type.Null({ description: 'Range not satisfiable' }),
  },
};

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');

/** Pictures are shown; documents are saved under their address, which has no sign that a header would need to escape. */
const dispositionOf = (mime: string, address: string): string =>
  mime === PDF_MIME ? `attachment; filename="${address}"` : 'inline';

/** Returns the requested range; ignores it when `If-Range` names another version of the file. */
function rangeOf({ headers }: FastifyRequest, { bytes, etag }: StoredPicture) {
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === etag ? readRange(headers.range, bytes) : null;
}

async function sendFile(
  request: FastifyRequest<{ Params: { address: string } }>,
  reply: FastifyReply,
  picture: StoredPicture,
) {
  const { bytes, mime, etag, modifiedAt } = picture;
  reply.headers({
    ...SAFE_HEADERS,
    'content-disposition': dispositionOf(mime, request.params.address),
    'cache-control': IMMUTABLE,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': modifiedAt.toUTCString(),
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    await picture.close();
    return reply.code(304).send();
  }
  const range = rangeOf(request, picture);
  if (range === 'unsatisfiable') {
    await picture.close();
    return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  reply.headers({ 'content-type': mime, 'content-length': end - start + 1 });
  if (range !== null) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  if (request.method === 'HEAD') {
    await picture.close();
    return reply.send();
  }
  return reply.send(picture.read(start, end));
}

interface UploadsOptions {
  pictures: Pick<PictureStore, 'open'>;
  /** Their resized renditions. */
  variants: Pick<PictureStore, 'open'>;
}

/** `/uploads/{hash}{ext}` and `/uploads/variants/{hash}-{width}.{ext}`: public and immutable. */
export async function uploadsRoutes(
  app: FastifyInstance,
  { pictures, variants }: UploadsOptions,
): Promise<void> {
  serveFiles(app, '/uploads/:address', 'getUpload', pictures);
  serveFiles(app, '/uploads/variants/:address', 'getUploadVariant', variants);
}

function serveFiles(
  app: FastifyInstance,
  url: string,
  operationId: string,
  files: Pick<PictureStore, 'open'>,
): void {
  const documentation = { ...DOCUMENTATION, operationId };
  for (const method of ['GET', 'HEAD'] as const)
    app.route<{ Params: { address: string } }>({
      method,
      url,
      exposeHeadRoute: false,
      // HTTP says what HEAD does.
      schema: method === 'HEAD' ? { ...documentation, hide: true } : documentation,
      // Responses are byte streams, so the schemas above are documentation only.
      serializerCompiler: () => (data) => JSON.stringify(data),
      async handler(request, reply) {
        const picture = await files.open(request.params.address);
        if (picture === null) throw notFound();
        return sendFile(request, reply, picture);
      },
    });
}
