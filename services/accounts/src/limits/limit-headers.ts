import type { FastifyReply } from 'fastify';
import type { Admission } from '../sessions/login-throttle.ts';

const LIMIT = 'x-ratelimit-limit';
const REMAINING = 'x-ratelimit-remaining';
const RESET = 'x-ratelimit-reset';

export const setLimitHeaders = (
  reply: FastifyReply,
  { limit, remaining, resetAt }: Omit<Admission, 'allowed'>,
): void => void reply.headers({ [LIMIT]: limit, [REMAINING]: remaining, [RESET]: Math.ceil(resetAt / 1000) });

export function removeLimitHeaders(reply: FastifyReply): void {
  for (const name of [LIMIT, REMAINING, RESET]) reply.removeHeader(name);
}
