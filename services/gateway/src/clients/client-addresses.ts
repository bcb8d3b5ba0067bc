import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const NETWORK_GROUPS = 4;

/** Returns the first four groups of an IPv6 address, with `::` expanded. */
function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - groups.length - tailGroups.length }, () => '0');
  const all = [...groups, ...zeros, ...tailGroups];
  return all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Returns the key by which limits are counted: the IPv4 address, or the /64 network, which one IPv6 client has to itself.
 */
export function limitKeyOf(address: string): string {
  const plain = address.replace(MAPPED_IPV4, '');
  return isIPv6(plain) ? networkOf(plain) : plain;
}

export interface ClientAddresses {
  /** The address of the client: of the connection, or as a trusted proxy names it. */
  of(request: IncomingMessage): string;
  isTrustedProxy(socket: Socket): boolean;
}

export function createClientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  if (trustedProxies.length === 0)
    return { of: ({ socket }) => socket.remoteAddress ?? '', isTrustedProxy: () => false };
  const trust = proxyAddr.compile([...trustedProxies]);
  return {
    of: (request) => proxyAddr(request, trust),
    isTrustedProxy: ({ remoteAddress = '' }) => trust(remoteAddress, 0),
  };
}
