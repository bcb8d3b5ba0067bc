import { WireError } from '@vidhi/contracts/errors.ts';

export const badRequest = (cause?: unknown): WireError =>
  new WireError(400, 'BadRequestError', 'Bad Request', { cause });
export const requestTimeout = (): WireError => new WireError(408, 'RequestTimeoutError', 'Request Timeout');
