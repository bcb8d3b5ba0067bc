import { isProblem } from '#shared/api/problem.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';

/** Returns what to say of a failed call: the message of the API, or that there was no response. */
export const messageOf = (error: unknown): string =>
  isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE;
