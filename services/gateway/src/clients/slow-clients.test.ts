import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { aGateway, sendRaw, type FakeService, type GatewayUnderTest } from '../gateway-builder.ts';

let gateway: GatewayUnderTest;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

const SLOW_CLIENTS = 70;

/** Connects and sends; the socket stays open. */
async function open(text: string): Promise<Socket> {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const responseOf = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  await once(socket, 'close');
  return text;
};

const slowBody = (path: string, method = 'POST', bytes = 1_000): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`;

const statusOf = async (path: string, init: RequestInit = {}): Promise<number> => {
  const response = await gateway.get(path, init);
  await response.arrayBuffer();
  return response.status;
};

/** Common requests: pictures, logins, views, uncached reads, uploads. */
const allButPictures = (): Promise<number>[] => [
  statusOf('/api/auth/local', { method: 'POST', body: '{}' }),
  statusOf('/api/posts/1', { method: 'PUT', body: '{}' }),
  statusOf('/api/users/me'),
  statusOf('/api/upload/', { method: 'POST', body: 'x' }),
];
const everyday = (): Promise<number[]> => Promise.all([statusOf('/uploads/a.png'), ...allButPictures()]);
const ALL_SERVED = [200, 200, 200, 200, 200];

describe('a body that is sent slowly', () => {
  it.each([
    ['/api/auth/local', 'POST'],
    ['/api/posts/1', 'PUT'],
    ['/api/books', 'POST'],
    ['/api/upload/', 'POST'],
  ])('takes no upstream connection: 70 at %s', async (path, method) => {
    gateway = await aGateway({ connections: 2 });
    const slow = await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => open(slowBody(path, method))));
    for (const socket of slow) socket.write(' ');
    expect(await everyday()).toEqual(ALL_SERVED);
    for (const socket of slow) socket.write(' ');
    expect(await everyday()).toEqual(ALL_SERVED);
    expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it.each(['/api/auth/local', '/api/upload/'])(
    'gets 408 in the envelope below the minimum rate, and the connection is closed: %s',
    async (path) => {
      gateway = await aGateway({ clients: { minBytesPerSecond: 10_000, rateWindowMs: 100 } });
      const text = await responseOf(await open(slowBody(path)));
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(text).toMatch(/\r\nconnection: close\r\n/i);
      expect(text).toContain('"error":{"status":408,"name":"RequestTimeoutError"');
      expect(gateway.services.accounts.received).toEqual([]);
    },
  );

  it('is forwarded completely when it is fast enough', async () => {
    gateway = await aGateway({ clients: { minBytesPerSecond: 1, rateWindowMs: 5_000 } });
    gateway.services.accounts.respond = (request, response) => void request.pipe(response);
    const socket = await open(
      'POST /api/auth/local HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n',
    );
    const response = responseOf(socket);
    for (const letter of 'abc') socket.write(`1\r\n${letter}\r\n`);
    socket.write('4\r\n":1}\r\n0\r\n\r\n');
    expect(await response).toContain('{"abc":1}');
    expect(gateway.services.accounts.received[0]?.headers['content-length']).toBe('9');
  });
});

describe('buffered bodies', () => {
  const echo: FakeService['respond'] = (request, response) => void request.pipe(response);

  it('go to a file when the memory budget is used up, and arrive unchanged', async () => {
    gateway = await aGateway({ clients: { bodyMemoryBytes: 0 } });
    gateway.services.catalog.respond = echo;
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const response = await gateway.get('/api/upload/', { method: 'POST', body });
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  });

  it('get 503 when all budgets are used up, and are served again afterwards', async () => {
    gateway = await aGateway({ clients: { bodyMemoryBytes: 400, spoolBytes: 4_000 } });
    const slow = await Promise.all(
      Array.from({ length: 8 }, () => open(slowBody('/api/email', 'POST', 5_000))),
    );
    for (const socket of slow) socket.write(Buffer.alloc(150, 'x'));
    await expect.poll(() => statusOf('/api/email', { method: 'POST', body: 'x'.repeat(900) })).toBe(503);
    for (const socket of slow) socket.destroy();
    await expect.poll(() => statusOf('/api/email', { method: 'POST', body: 'x'.repeat(900) })).toBe(200);
  });

  it('get 503 when the directory is not writable', async () => {
    gateway = await aGateway({ clients: { bodyMemoryBytes: 0, spoolDirectory: '/dev/null/none' } });
    expect(await statusOf('/api/email', { method: 'POST', body: '{}' })).toBe(503);
    expect(gateway.services.notify.received).toEqual([]);
  });
});

describe('headers that are sent slowly', () => {
  it('get 408 in the envelope', async () => {
    gateway = await aGateway({ clients: { headersMs: 100, checkMs: 20 } });
    const text = await responseOf(await open('GET /api/posts HTTP/1.1\r\nHost: x\r\nX-A'));
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"name":"RequestTimeoutError"');
  });

  it('do not delay other clients', async () => {
    gateway = await aGateway({ connections: 2 });
    await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => open('GET / HTTP/1.1\r\nHost')));
    expect(await everyday()).toEqual(ALL_SERVED);
  });
});

describe('a client that reads nothing', () => {
  // More than the kernel's socket buffers.
  const LARGE = Buffer.alloc(20_000_000);
  const PICTURE = Buffer.alloc(4_000_000);
  const picturesAre =
    (body: Buffer): FakeService['respond'] =>
    (request, response) => {
      if (request.url?.startsWith('/uploads/large') === true)
        response.writeHead(200, { 'content-length': body.length }).end(body);
      else response.end('small');
    };
  const readNothing = async (index: number): Promise<void> => {
    (await open(`GET /uploads/large-${index}.png HTTP/1.1\r\nHost: x\r\n\r\n`)).pause();
  };

  it('holds no upstream connection', async () => {
    gateway = await aGateway({ connections: 2, clients: { responseMemoryBytes: 400_000_000 } });
    gateway.services.catalog.respond = picturesAre(PICTURE);
    for (let index = 0; index < 12; index += 1) await readNothing(index);
    expect(await everyday()).toEqual(ALL_SERVED);
  });

  it('delays only pictures when the memory budget of responses is used up', async () => {
    gateway = await aGateway({ connections: 2, clients: { responseMemoryBytes: 0 } });
    const { catalog } = gateway.services;
    catalog.respond = picturesAre(LARGE);
    for (let index = 0; index < 4; index += 1) await readNothing(index);
    await expect.poll(() => catalog.received.length).toBe(2);
    expect(await Promise.all([statusOf('/api/upload/files'), ...allButPictures()])).toEqual(
      Array(5).fill(200),
    );
    expect(catalog.received.filter(({ url }) => url.startsWith('/uploads/'))).toHaveLength(2);
  });

  it('is disconnected when a service waits for it, so that other requests are served', async () => {
    gateway = await aGateway({
      connections: 1,
      clients: { responseMemoryBytes: 0, minBytesPerSecond: 1_000, rateWindowMs: 200 },
    });
    gateway.services.catalog.respond = picturesAre(LARGE);
    for (let index = 0; index < 3; index += 1) await readNothing(index);
    expect(await statusOf('/uploads/small.png')).toBe(200);
  });
});

describe('one IP address', () => {
  it('has a limit of connections', async () => {
    gateway = await aGateway({ clients: { maxConnectionsPerAddress: 3 } });
    const held = await Promise.all([1, 2, 3].map(() => open('GET / HTTP/1.1\r\nHost')));
    const text = await sendRaw(gateway.port, '');
    expect(text).toMatch(/^HTTP\/1\.1 429 /);
    expect(text).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(text).toContain('{"data":null,"error":{"status":429,"name":"RateLimitError"');
    for (const socket of held) socket.destroy();
    await expect.poll(() => statusOf('/livez').catch(() => 0)).toBe(200);
  });

  it('has a limit of concurrent requests to services', async () => {
    gateway = await aGateway({ clients: { maxRequestsPerAddress: 3 } });
    await Promise.all([1, 2, 3].map(() => open(slowBody('/api/auth/local'))));
    await expect.poll(() => statusOf('/api/users/me')).toBe(429);
    expect(await statusOf('/api/posts')).toBe(429);
    expect(await statusOf('/livez')).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusOf('/api/users/me')).toBe(200);
  });

  it('is taken from X-Forwarded-For of a trusted proxy', async () => {
    gateway = await aGateway({
      trustedProxies: ['127.0.0.1'],
      clients: { maxRequestsPerAddress: 2, maxConnectionsPerAddress: 2 },
    });
    const from = (address: string, text: string): string =>
      text.replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`);
    for (let index = 0; index < 3; index += 1) await open(from('203.0.113.5', slowBody('/api/auth/local')));
    const of = (address: string) => statusOf('/api/users/me', { headers: { 'x-forwarded-for': address } });
    await expect.poll(() => of('203.0.113.5')).toBe(429);
    expect(await of('203.0.113.6')).toBe(200);
  });
});
