import { WireError } from '@vidhi/contracts/errors.ts';
import { MAX_TARGET_LENGTH } from '../routing/request-target.ts';

export const badRequest = (cause?: unknown): WireError =>
  new WireError(400, 'BadRequestError', 'Bad Request', { cause });
export const uriTooLong = (): WireError =>
  new WireError(414, 'URITooLongError', `The URL is too long: at most ${MAX_TARGET_LENGTH} characters`);
export const requestTimeout = (): WireError => new WireError(408, 'RequestTimeoutError', 'Request Timeout');
