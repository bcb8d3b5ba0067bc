import { isIPv4, isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns the eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...last];
}

export interface ClientNetwork {
  /** The IPv4 address, or the /64 of an IPv6 address, which is usually one customer. */
  address: string;
  /** The /24 of an IPv4 address, or the /48 of an IPv6 address. */
  network: string;
}

/** Returns the keys for rate limits by client address and by network. IPv4-mapped IPv6 addresses count as IPv4. */
export function clientNetwork(ip: string): ClientNetwork {
  const plain = IPV4_IN_IPV6.exec(ip)?.[1] ?? ip;
  if (isIPv6(plain)) {
    const groups = groupsOf(plain).map((group) => group.replace(/^0+(?=.)/, ''));
    return {
      address: `${groups.slice(0, 4).join(':')}::/64`,
      network: `${groups.slice(0, 3).join(':')}::/48`,
    };
  }
  return { address: plain, network: `${plain.split('.').slice(0, 3).join('.')}.0/24` };
}

/** Returns whether an address is of this machine. */
export function isLoopback(ip: string): boolean {
  const plain = IPV4_IN_IPV6.exec(ip)?.[1] ?? ip;
  if (isIPv4(plain)) return plain.startsWith('127.');
  return (
    isIPv6(plain) &&
    groupsOf(plain).every((group, index) => Number.parseInt(group, 16) === (index === 7 ? 1 : 0))
  );
}
