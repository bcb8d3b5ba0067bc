import { BlockList, isIPv4, isIPv6 } from 'node:net';

const V4_RESERVED: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Parts of the global unicast space that are none, or contain an IPv4 address. */
const V6_RESERVED: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const reserved = new BlockList();
for (const [network, prefix] of V4_RESERVED) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of V6_RESERVED) reserved.addSubnet(network, prefix, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/** Returns whether an address belongs to the public internet. IPv6 addresses that contain an IPv4 address do not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  return isIPv6(address) && globalV6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Returns whether an address is of this machine, in its own form: not as an IPv4 address in an IPv6 one. */
export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? loopback.check(address, 'ipv4') : address === '::1';
