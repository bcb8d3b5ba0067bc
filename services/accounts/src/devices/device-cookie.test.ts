import { describe, expect, it } from 'vitest';
import { createHostCookie } from '@vidhi/service-kit/host-cookie.ts';
import { createDeviceCookie } from './device-cookie.ts';

const cookie = createHostCookie('vidhi-device', new URL('https://vidhi.example'));
const devices = createDeviceCookie(cookie, ['secret', 'former']);

const sent = (setCookie: string): string => setCookie.split(';', 1)[0] ?? '';

describe('createDeviceCookie', () => {
  it('reads the id that it has signed, also with a former secret', () => {
    const id = devices.newId();
    expect(devices.read(sent(devices.keep(id)))).toBe(id);
    expect(devices.read(sent(createDeviceCookie(cookie, ['former']).keep(id)))).toBe(id);
  });

  it('is for this host, https and no script, and lasts for 180 days', () => {
    expect(devices.keep(devices.newId())).toMatch(
      /^__Host-vidhi-device=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('ignores a cookie that is not signed by this site', () => {
    const id = devices.newId();
    const forged = sent(createDeviceCookie(cookie, ['a guess']).keep(id));
    for (const header of [undefined, '', forged, `__Host-vidhi-device=${id}`, `${sent(devices.keep(id))}x`])
      expect(devices.read(header)).toBeNull();
  });
});
