// A mongod for tests: the stand-in behind a proxy that answers the commands with which a replica set is set up.
// standin-as-mongod --version | --dbpath DIR --port PORT …
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { inRoot } from '../src/paths.mjs';
import { anyFreePort } from '../src/ports.mjs';
import { provisionStandin } from '../src/mongo.mjs';

const HEADER_BYTES = 16;
const OP_MSG = 2013;
const argv = process.argv;
/** @param {string} name */
const option = (name) => argv[argv.indexOf(name) + 1] ?? '';

if (argv.includes('--version')) {
  process.stdout.write('db version v8.0.17\n');
  process.exit(0);
}

const folder = option('--dbpath');
writeFileSync(join(folder, 'WiredTiger'), 'WiredTiger\n');
const { java, classPath } = await provisionStandin({ engineDir: inRoot('.engines') });
const inner = await anyFreePort();
const child = spawn(
  java,
  ['-cp', classPath.join(':'), 'in.vidhi.standin.Standin', String(inner), join(folder, 'fake.mv')],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
child.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => child.kill('SIGTERM'));

/**
 * The reply to a command about replica sets; undefined for others.
 * @param {Record<string, unknown>} command
 */
function replyTo(command) {
  if ('replSetInitiate' in command) return { ok: 0, code: 23, codeName: 'AlreadyInitialized' };
  if ('replSetGetConfig' in command) return { ok: 1, config: { version: 1, members: [] } };
  return 'replSetReconfig' in command ? { ok: 1 } : undefined;
}

/** @param {Buffer} request */
function messageFor(request) {
  if (request.readInt32LE(12) !== OP_MSG) return undefined;
  const reply = replyTo(BSON.deserialize(request.subarray(HEADER_BYTES + 5)));
  if (reply === undefined) return undefined;
  const body = BSON.serialize(reply);
  const message = Buffer.alloc(HEADER_BYTES + 5 + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(request.readInt32LE(4), 8);
  message.writeInt32LE(OP_MSG, 12);
  message.set(body, HEADER_BYTES + 5);
  return message;
}

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (first) => {
    const message = messageFor(first);
    if (message !== undefined) {
      socket.end(message);
      return;
    }
    const upstream = connect(inner, '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    upstream.write(first);
    socket.pipe(upstream).pipe(socket);
  });
});
child.stdout.once('data', () => server.listen(Number(option('--port')), '127.0.0.1'));
