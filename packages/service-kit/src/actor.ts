import type { FastifyRequest } from 'fastify';
import type { Actor, Channel } from '@vidhi/contracts/actor.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';

/** Returns the account that sends a request, and from where, as browsers tell it: no script can change `Sec-Fetch-Site`. */
export function actorOf({ principal, headers }: Pick<FastifyRequest, 'principal' | 'headers'>): Actor {
  const page: Channel = principal !== null && isStaff(principal.role) ? 'console' : 'site';
  const via = headers['sec-fetch-site'] === 'same-origin' ? page : 'api';
  const token = principal?.apiToken?.name;
  return {
    id: principal?.userId ?? null,
    role: principal?.role ?? null,
    ...(token === undefined ? { via } : { via: 'api', token }),
  };
}
