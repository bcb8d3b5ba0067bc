import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDemo } from '../src/demo.mjs';

let server: Server;
let url: string;
let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vidhi-demo-'));
  // A site that nothing was imported into, and that has an administrator.
  server = createServer((request, response) => {
    const isStatus = request.url === '/internal/import-status';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isStatus ? { origin: null } : { data: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  rmSync(dataDir, { recursive: true });
});

it('is not imported into a site that has an administrator, as when its owner forgets DEMO=0', async () => {
  const started: unknown[] = [];
  const isDemo = await ensureDemo({
    node: '/nowhere/node',
    dataDir,
    services: { serviceToken: 't', services: { accounts: url, news: { write: url } } },
    onProgress: (part) => started.push(part),
  });
  expect([isDemo, started]).toEqual([false, []]);
});
