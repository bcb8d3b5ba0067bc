import fp from 'fastify-plugin';
import { WireError } from '@vidhi/contracts/errors.ts';

const syntaxError = (message: string, cause: unknown): WireError =>
  new WireError(400, 'SyntaxError', message, { details: undefined, cause });

/** Newer versions of V8 append line and column to the message; the reference's does not. */
const POSITION = / \(line \d+ column \d+\)$/;

/**
 * Parses JSON bodies as the reference does: an empty body is undefined, and malformed JSON is a 400 with V8's message.
 * Keys that would change a prototype (`__proto__`, `constructor`) are a 400 too.
 */
export const jsonBody = fp(async (app) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    parse(request, String(body), (error, value) => {
      if (error === null) {
        done(null, value);
        return;
      }
      try {
        JSON.parse(String(body));
      } catch (cause) {
        done(
          syntaxError(cause instanceof Error ? cause.message.replace(POSITION, '') : 'Invalid JSON', cause),
        );
        return;
      }
      done(syntaxError('Object contains forbidden prototype property', error));
    });
  });
});
