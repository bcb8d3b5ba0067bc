// Emulates the commands with which a replica set is set up: fake-mongod --dbpath DIR --port PORT …
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { BSON } from 'mongodb';

/** @typedef {{ version: number, members: { _id: number, host: string }[] }} SetConfig */

const HEADER_BYTES = 16;
const OP_MSG = 2013;
const argv = process.argv;
/** @param {string} name */
const option = (name) => argv[argv.indexOf(name) + 1] ?? '';
if (argv.includes('--version')) {
  process.stdout.write('db version v8.0.17\n');
  process.exit(0);
}
const port = Number(option('--port'));
const file = join(option('--dbpath'), 'config.json');

/** @returns {SetConfig | undefined} */
const readConfig = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** @param {Record<string, unknown>} command */
function execute(command) {
  const config = readConfig();
  if ('hello' in command) {
    const me = `127.0.0.1:${port}`;
    const isMember = config?.members[0]?.host === me;
    return { ok: 1, isWritablePrimary: isMember, ...(isMember ? { setName: 'vidhi', me } : {}) };
  }
  if ('replSetInitiate' in command) {
    if (config !== undefined) return { ok: 0, code: 23, codeName: 'AlreadyInitialized' };
    writeFileSync(
      file,
      JSON.stringify({ version: 1, .../** @type {object} */ (command['replSetInitiate']) }),
    );
    return { ok: 1 };
  }
  if ('replSetGetConfig' in command) return { ok: 1, config };
  if ('replSetReconfig' in command) {
    const next = /** @type {SetConfig} */ (command['replSetReconfig']);
    if (config === undefined || next.version <= config.version) return { ok: 0, errmsg: 'old version' };
    writeFileSync(file, JSON.stringify(next));
    return { ok: 1 };
  }
  return { ok: 0, errmsg: 'unknown command' };
}

const server = createServer((socket) => {
  let bytes = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length < 4 || bytes.length < bytes.readInt32LE(0)) return;
    const body = BSON.serialize(execute(BSON.deserialize(bytes.subarray(HEADER_BYTES + 5))));
    const reply = Buffer.alloc(HEADER_BYTES + 5 + body.length);
    reply.writeInt32LE(reply.length, 0);
    reply.writeInt32LE(bytes.readInt32LE(4), 8);
    reply.writeInt32LE(OP_MSG, 12);
    reply.set(body, HEADER_BYTES + 5);
    socket.end(reply);
  });
});
server.listen(port, '127.0.0.1');
