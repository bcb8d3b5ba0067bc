import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'qs';
import { validationError } from '@vidhi/contracts/errors.ts';

/**
 * The `data` part of a multipart body, which is JSON. Files in it are refused: pictures are uploaded first and
 * named by their ids.
 */
async function readMultipart(body: Buffer, contentType: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw validationError(`The multipart body cannot be read: ${String(cause)}`);
    });
  if ([...form.keys()].some((name) => name.startsWith('files'))) {
    throw validationError('Files are not taken here: upload them first and send their ids');
  }
  const data = form.get('data');
  if (typeof data !== 'string') return undefined;
  try {
    return { data: JSON.parse(data) as unknown };
  } catch {
    throw validationError('The data part is not JSON');
  }
}

/**
 * Bodies beside JSON: urlencoded ones are read with the query string's rules, of multipart ones the JSON in
 * the part `data`; those of unknown types are ignored, as in the reference.
 */
export function addBodyParsers(app: FastifyInstance): void {
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        done(null, parse(String(body), { depth: 20, arrayLimit: 1000, parameterLimit: 1000 }));
      },
    );
  }
  if (!app.hasContentTypeParser('multipart/form-data')) {
    app.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) => readMultipart(body, headers['content-type'] ?? ''),
    );
  }
  if (!app.hasContentTypeParser('*')) {
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
      done(null, undefined);
    });
  }
}
