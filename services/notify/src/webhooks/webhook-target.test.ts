import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostWebhook } from './post-webhook.ts';
import { isPublicAddress } from './public-address.ts';
import { parseTarget, resolveTarget, type ResolvedAddress, type TargetRules } from './webhook-target.ts';

const PRODUCTION: TargetRules = { allowLoopback: false };
const DEVELOPMENT: TargetRules = { allowLoopback: true };
const resolvingTo = (...addresses: string[]): TargetRules => ({
  allowLoopback: false,
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

describe('the address of a webhook', () => {
  it.each([
    'http://receiver.example/',
    'ftp://receiver.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@receiver.example/',
    'https://receiver.example/#a',
    'receiver.example',
    '//receiver.example',
    'https://',
  ])('is rejected: %s', (url) => {
    expect(() => parseTarget(url, PRODUCTION)).toThrow(/address/);
  });

  // Decimal, octal, hexadecimal and short forms, IPv4 in IPv6, and names of this machine.
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://0/',
    'https://localhost/',
    'https://127.0.0.1./',
    'https://１２７.０.０.１/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
  ])('leads to nothing inside: %s', async (url) => {
    await expect(resolveTarget(parseTarget(url, PRODUCTION), PRODUCTION)).rejects.toThrow(/address|public/);
    // Development opens http to this machine alone.
    await expect(resolveTarget(parseTarget(url, DEVELOPMENT), DEVELOPMENT)).rejects.toThrow(/address|public/);
  });

  it.each([
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['93.184.215.14', '::1']],
    [['::ffff:169.254.169.254']],
    [[]],
  ])('is rejected where any address of its host is inside: %j', async (addresses) => {
    const rules = resolvingTo(...addresses);
    await expect(resolveTarget(new URL('https://receiver.example/'), rules)).rejects.toThrow(
      /address|public/,
    );
  });

  it('is accepted on the public internet', async () => {
    const url = parseTarget('https://receiver.example:8443/hook?key=1', PRODUCTION);
    expect(await resolveTarget(url, resolvingTo('93.184.215.14'))).toEqual({
      address: '93.184.215.14',
      family: 4,
    });
    expect(['2606:2800:21f:cb07::1', '8.8.8.8', '172.32.0.1'].filter(isPublicAddress)).toHaveLength(3);
  });

  it('over http, in development, is on this machine', async () => {
    const local = new URL('http://127.0.0.1:9999/');
    expect(await resolveTarget(local, DEVELOPMENT)).toMatchObject({ address: '127.0.0.1' });
    await expect(resolveTarget(local, PRODUCTION)).rejects.toThrow(/public/);
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]/'])
      await expect(resolveTarget(new URL(url), DEVELOPMENT)).rejects.toThrow(/public/);
  });
});

describe('a delivery', () => {
  const listen = async (respond: (path: string) => { status: number; location?: string } | null) => {
    const received: { path: string; host: string | undefined; body: string }[] = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const path = request.url ?? '';
        received.push({ path, host: request.headers.host, body });
        const reply = respond(path);
        if (reply === null) return;
        response.writeHead(reply.status, reply.location === undefined ? {} : { location: reply.location });
        // A body without end.
        response.write('x'.repeat(100_000));
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return { received, port: (server.address() as AddressInfo).port };
  };

  it('connects to the address that was checked, though the name changes its address meanwhile', async () => {
    const { received, port } = await listen(() => ({ status: 200 }));
    const resolved: string[] = [];
    const resolve = async (hostname: string): Promise<ResolvedAddress[]> => {
      resolved.push(hostname);
      return [{ address: resolved.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    const post = createPostWebhook({ allowLoopback: true, resolve });
    const url = `http://receiver.example:${port}/hook`;
    expect(await post({ url, headers: {}, body: '{"a":1}' })).toBe(200);
    expect(received).toEqual([{ path: '/hook', host: `receiver.example:${port}`, body: '{"a":1}' }]);
    expect(resolved).toEqual(['receiver.example']);
    await expect(post({ url, headers: {}, body: '' })).rejects.toThrow(/public/);
  });

  it('follows no redirect, and reads no body', async () => {
    const { received, port } = await listen(() => ({ status: 302, location: '/inside' }));
    const post = createPostWebhook(DEVELOPMENT);
    expect(await post({ url: `http://127.0.0.1:${port}/hook`, headers: {}, body: '' })).toBe(302);
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('ends with a receiver that does not respond', async () => {
    const { port } = await listen(() => null);
    const post = createPostWebhook(DEVELOPMENT, 50);
    const sent = post({ url: `http://127.0.0.1:${port}/hook`, headers: {}, body: '' });
    await expect(sent).rejects.toThrow('no response in time');
  });
});
