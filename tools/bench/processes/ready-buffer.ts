import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { endWithParent, sendToParent } from './ends-with-parent.ts';

/** Upper bound of the framework: the same buffer for every request. */
const [file = ''] = process.argv.slice(2);
endWithParent();
const body = readFileSync(file);
const app = fastify();
app.get('/*', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(body),
);
await app.listen({ host: '127.0.0.1', port: 0 });
sendToParent({ port: (app.server.address() as AddressInfo).port });
