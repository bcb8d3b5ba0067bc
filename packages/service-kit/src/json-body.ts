import fp from 'fastify-plugin';
import { WireError } from '@vidhi/contracts/errors.ts';

const syntaxError = (message: string, cause: unknown): WireError =>
  new WireError(400, 'SyntaxError', message, { details: undefined, cause });

/** Newer engines add line and column; the reference's does not. */
const POSITION = / \(line \d+ column \d+\)$/;

/**
 * JSON bodies as the reference reads them: an empty body is no body, and one that does not parse is
 * refused with the engine's own words. Keys that would reach a prototype are refused.
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
