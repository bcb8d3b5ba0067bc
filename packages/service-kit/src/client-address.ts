import { isIPv6 } from 'node:net';

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address, zeros filled in. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...last];
}

export interface ClientNetwork {
  /** Who is asking: an IPv4 address, or the /64 that one customer has. */
  address: string;
  /** Whom it belongs to: the /24, or the /48. */
  network: string;
}

/** What limits go by. */
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
