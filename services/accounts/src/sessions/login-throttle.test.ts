import { beforeEach, describe, expect, it } from 'vitest';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';

const IP = '203.0.113.7';

let now: number;
let throttle: LoginThrottle;
beforeEach(() => {
  now = 1_000_000;
  throttle = createLoginThrottle(inProcessCounters(1, () => now));
});

const failuresOf = async (account: string, times: number) => {
  for (let i = 0; i < times; i++) await throttle.admitName(account, IP);
};

describe('createLoginThrottle', () => {
  it('admits five failures of an account at once, then one per increasing delay', async () => {
    await failuresOf('asha', 5);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      expect((await throttle.admitName('asha', IP)).allowed).toBe(true);
      const refused = await throttle.admitName('asha', IP);
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      waits.push((refused.resetAt - now) / 1_000);
      now = refused.resetAt;
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('does not increase the delay by rejected attempts', async () => {
    await failuresOf('asha', 6);
    for (let i = 0; i < 100; i++) expect((await throttle.admitName('asha', IP)).allowed).toBe(false);
    now += 2_000;
    expect((await throttle.admitName('asha', IP)).allowed).toBe(true);
    expect((await throttle.admitName('asha', IP)).resetAt - now).toBe(4_000);
  });

  it('gives each IP address its own attempt per delay, and all together one after a hundred failures', async () => {
    const at = (i: number) => throttle.admitName('asha', `198.51.${i}.1`);
    await failuresOf('asha', 5);
    for (let i = 0; i < 95; i++) expect((await at(i)).allowed).toBe(true);
    expect((await at(100)).allowed).toBe(true);
    expect((await at(101)).allowed).toBe(false);
  });

  it('resets the failures of an account after the right password, and after 15 minutes', async () => {
    await failuresOf('asha', 6);
    await throttle.succeeded(IP, 'asha');
    expect(await throttle.admitName('asha', IP)).toMatchObject({ allowed: true, remaining: 4 });
    await failuresOf('asha', 5);
    now += 15 * 60_000;
    expect(await throttle.admitName('asha', IP)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('admits twenty attempts of an IP address in five minutes, for any accounts', async () => {
    for (let i = 0; i < 20; i++) expect((await throttle.admitAddress('203.0.113.7')).allowed).toBe(true);
    expect(await throttle.admitAddress('203.0.113.7')).toMatchObject({
      allowed: false,
      limit: 20,
      remaining: 0,
    });
    expect((await throttle.admitAddress('203.0.113.8')).allowed).toBe(true);
    now += 5 * 60_000;
    expect((await throttle.admitAddress('203.0.113.7')).allowed).toBe(true);
  });

  it('does not count a right password against its address', async () => {
    for (let i = 0; i < 200; i++) {
      expect((await throttle.admitAddress('203.0.113.7')).allowed).toBe(true);
      await throttle.succeeded(IP, 'asha');
    }
  });

  it.each([
    ['a /24', (i: number) => `203.0.113.${i}`, '203.0.114.1'],
    ['a /48', (i: number) => `2001:db8:1:${i.toString(16)}::9`, '2001:db8:2::9'],
  ])('admits a hundred attempts of %s', async (_name, address, elsewhere) => {
    for (let i = 0; i < 100; i++) expect((await throttle.admitAddress(address(i))).allowed).toBe(true);
    expect(await throttle.admitAddress(address(100))).toMatchObject({ allowed: false, limit: 100 });
    expect((await throttle.admitAddress(elsewhere)).allowed).toBe(true);
  });

  it('counts all addresses of an IPv6 /64 network as one', async () => {
    for (let i = 0; i < 20; i++) await throttle.admitAddress(`2001:db8:1:2::${i.toString(16)}`);
    expect((await throttle.admitAddress('2001:0db8:0001:0002:ffff::1')).allowed).toBe(false);
    expect((await throttle.admitAddress('2001:db8:1:3::1')).allowed).toBe(true);
  });

  it('counts an IPv4 address and its IPv6 form as one', async () => {
    for (let i = 0; i < 20; i++) await throttle.admitAddress('::ffff:203.0.113.7');
    expect((await throttle.admitAddress('203.0.113.7')).allowed).toBe(false);
  });

  it('counts attempts of an address beyond its budget against no neighbour', async () => {
    for (let i = 0; i < 150; i++) await throttle.admitAddress('203.0.113.7');
    expect(await throttle.admitAddress('203.0.113.7')).toMatchObject({ allowed: false, lane: '203.0.113.7' });
    expect((await throttle.admitAddress('203.0.113.8')).allowed).toBe(true);
  });

  it('names the network as the slow lane of all its addresses once its budget is used up', async () => {
    for (let i = 0; i < 100; i++) await throttle.admitAddress(`203.0.113.${i}`);
    for (const ip of ['203.0.113.1', '203.0.113.200'])
      expect(await throttle.admitAddress(ip)).toMatchObject({
        allowed: false,
        lane: 'network:203.0.113.0/24',
      });
    expect((await throttle.admitAddress('203.0.114.1')).lane).toBe('203.0.114.1');
  });

  it('counts a known client apart from everybody else, and everybody else apart from it', async () => {
    for (let i = 0; i < 101; i++) await throttle.admitName('asha', `203.0.${i}.1`);
    for (let i = 0; i < 6; i++) expect((await throttle.admitKnown('1:device')).allowed).toBe(true);
    expect(await throttle.admitKnown('1:device')).toMatchObject({ allowed: false, remaining: 0 });
    expect((await throttle.admitKnown('1:other')).allowed).toBe(true);
    await throttle.succeededKnown('1:device');
    expect((await throttle.admitKnown('1:device')).allowed).toBe(true);
    expect((await throttle.admitName('asha', '198.51.100.1')).allowed).toBe(false);
  });

  it('grants a device sixty reserved computations a minute', async () => {
    for (let i = 0; i < 60; i++) expect(await throttle.mayUseReserved('device')).toBe(true);
    expect(await throttle.mayUseReserved('device')).toBe(false);
    expect(await throttle.mayUseReserved('other')).toBe(true);
    now += 60_000;
    expect(await throttle.mayUseReserved('device')).toBe(true);
  });
});
