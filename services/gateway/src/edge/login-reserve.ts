import type { FastifyRequest } from 'fastify';
import { DEVICE_COOKIE, hostCookieNames } from '@vidhi/contracts/host-cookies.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { limitKeyOf } from '../clients/client-addresses.ts';

const LOGINS = new Set(['/api/auth/local', '/api/auth/second-step']);
const SECOND_MS = 1_000;
const PER_ADDRESS = 2;
const PER_SECOND = 20;

/**
 * Resolves with whether an overloaded gateway still forwards a request: a login of a browser in which somebody has logged in
 * before, a few a second. accounts checks the signature of the cookie, whose secret the gateway does not have.
 */
export type AdmitLogin = (request: Pick<FastifyRequest, 'method' | 'raw' | 'ip'>) => Promise<boolean>;

export function createLoginReserve(now: () => number = Date.now): AdmitLogin {
  const counters = inProcessCounters(1, now);
  const names = hostCookieNames(DEVICE_COOKIE);

  return async ({ method, raw, ip }) => {
    if (method !== 'POST' || !LOGINS.has((raw.url ?? '').split('?', 1)[0] ?? '')) return false;
    const cookies = (raw.headers.cookie ?? '').split(';').map((one) => one.trim().split('=', 1)[0] ?? '');
    if (!cookies.some((name) => names.includes(name))) return false;
    // An address beyond its own takes nothing from others.
    const { count } = await counters.hit(`address:${limitKeyOf(ip)}`, SECOND_MS);
    return count <= PER_ADDRESS && (await counters.hit('all', SECOND_MS)).count <= PER_SECOND;
  };
}
