import { lookup } from 'node:dns/promises';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface TargetRules {
  /** Accepts `http` to this machine; for development alone. */
  allowLoopback: boolean;
  /** Resolves a host name to all its addresses. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

/** An address to which nothing is sent; the message says why. */
export class ForbiddenTargetError extends Error {
  override name = 'ForbiddenTargetError';
}

const resolveAll = (hostname: string): Promise<ResolvedAddress[]> => lookup(hostname, { all: true });

const reject = (message: string): never => {
  throw new ForbiddenTargetError(message);
};

/** Parses the URL of a webhook. Throws `ForbiddenTargetError`; addresses are checked by `resolveTarget`. */
export function parseTarget(text: string, { allowLoopback }: TargetRules): URL {
  if (!URL.canParse(text)) return reject('This is not a web address');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:'))
    return reject('The address must begin with https://');
  if (url.username !== '' || url.password !== '') return reject('The address must not contain a password');
  if (url.hash !== '') return reject('The address must not contain a #');
  return url;
}

/**
 * Resolves the one address that a request to the URL may connect to. Throws `ForbiddenTargetError` unless all addresses of its
 * host are public. The caller must connect to the returned address and not resolve the name again, as a name server may
 * return another address then.
 */
export async function resolveTarget(url: URL, rules: TargetRules): Promise<ResolvedAddress> {
  const { allowLoopback, resolve = resolveAll } = rules;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const found = await resolve(hostname).catch(() => []);
  const [first] = found;
  if (first === undefined) return reject('Its host name has no address');
  const isAllowed = ({ address }: ResolvedAddress): boolean =>
    url.protocol === 'http:' ? allowLoopback && isLoopbackAddress(address) : isPublicAddress(address);
  if (!found.every(isAllowed)) return reject('Its host is not on the public internet');
  return first;
}
