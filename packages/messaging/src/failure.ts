import { isDatabaseUnavailable } from '@vidhi/service-kit/database-unavailable.ts';
import { UNAVAILABLE_ERRORS } from './unavailable-errors.ts';

/** Thrown by a handler for an event that no later attempt can apply; sends it to the dead-letter topic. */
export class PermanentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentError';
  }
}

/** Attempts to handle an event that fails for an unclassified reason, before it goes to the dead-letter topic. */
export const MAX_ATTEMPTS = 6;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Returns whether an error, or one of its causes, means that MongoDB, Redis or Kafka does not respond at the moment. */
export function isUnavailableError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (UNAVAILABLE_ERRORS.names.has(error.name) || UNAVAILABLE_ERRORS.codes.has(codeOf(error))) return true;
  if (isDatabaseUnavailable(error)) return true;
  return isUnavailableError(error.cause, depth + 1);
}

export type FailureAction = 'retry' | 'dead-letter';

/**
 * Decides whether to handle an event again: always while a server is unavailable, never after a `PermanentError`, and up
 * to MAX_ATTEMPTS times after any other error.
 */
export function classifyFailure(error: unknown, attempts: number): FailureAction {
  if (error instanceof PermanentError) return 'dead-letter';
  if (isUnavailableError(error)) return 'retry';
  return attempts >= MAX_ATTEMPTS ? 'dead-letter' : 'retry';
}
