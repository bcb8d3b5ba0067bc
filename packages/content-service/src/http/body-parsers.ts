import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'qs';
import { validationError } from '@vidhi/contracts/errors.ts';

/** Returns the JSON of the `data` part of a multipart body. Throws 400 for files, which have an upload endpoint. */
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
 * Adds parsers for bodies that are not JSON: urlencoded bodies are parsed like query strings, multipart bodies are their
 * JSON part `data`, and as in the reference bodies of unknown types are ignored. Parsers that exist are not replaced.
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
