import type { FastifyInstance } from 'fastify';
import { parse } from 'qs';

/**
 * Bodies beside JSON: urlencoded ones are read with the query string's rules, those of unknown types are
 * ignored, as in the reference.
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
  if (!app.hasContentTypeParser('*')) {
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
      done(null, undefined);
    });
  }
}
