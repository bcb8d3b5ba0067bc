import { isProblem } from '#shared/api/problem.ts';

export const INVALID_LINK = 'This link is not valid any more.';

/** Statuses of a link that is malformed, and of one whose subscription does not exist. */
const INVALID: readonly number[] = [400, 404];

/** Returns whether a call has failed because of its link; others can succeed when they are repeated. */
export const isInvalidLink = (error: unknown): boolean => isProblem(error) && INVALID.includes(error.status);
