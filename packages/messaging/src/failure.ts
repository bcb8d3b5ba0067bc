import { errors } from './failure-names.ts';

/** Thrown by a handler for a record that no later attempt can apply. */
export class PermanentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentError';
  }
}

/** How often a record is tried whose failure nobody recognises as passing. */
export const MAX_ATTEMPTS = 6;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Whether this failure only says that an engine does not answer at the moment. */
export function isEngineAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (errors.names.has(error.name) || errors.codes.has(codeOf(error))) return true;
  if (error.name === 'MongooseError' && error.message.includes('before initial connection')) return true;
  return isEngineAway(error.cause, depth + 1);
}

/**
 * `retry` for an engine that is away, however long; `park` for what cannot be applied, or has failed
 * too often for a reason unknown.
 */
export function judgeFailure(error: unknown, attempts: number): 'retry' | 'park' {
  if (error instanceof PermanentError) return 'park';
  if (isEngineAway(error)) return 'retry';
  return attempts >= MAX_ATTEMPTS ? 'park' : 'retry';
}
