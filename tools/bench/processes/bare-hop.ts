import type { AddressInfo } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { endWithParent, sendToParent } from './ends-with-parent.ts';

/** A gateway that only proxies. */
const [upstream = ''] = process.argv.slice(2);
endWithParent();
const app = fastify();
await app.register(httpProxy, { upstream });
await app.listen({ host: '127.0.0.1', port: 0 });
sendToParent({ port: (app.server.address() as AddressInfo).port });
