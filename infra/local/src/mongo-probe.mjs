import { exchange, hasLittleEndianSize } from './socket-exchange.mjs';

/** @typedef {{ [key: string]: BsonValue }} BsonDocument */
/** @typedef {string | number | boolean | null | undefined | BsonDocument | BsonDocument[] | BsonValue[]} BsonValue */

const OP_MSG = 2013;
const MESSAGE_HEADER_BYTES = 21;
const DOUBLE = 1;
const STRING = 2;
const DOCUMENT = 3;
const ARRAY = 4;
const BOOLEAN = 8;
const INT32 = 16;

/**
 * Sizes in bytes of the types that are skipped: ObjectId, date, timestamp, int64, null.
 * @type {Record<number, number>}
 */
const FIXED_BYTES = { 7: 12, 9: 8, 10: 0, 17: 8, 18: 8 };

/**
 * Runs one command and resolves with the reply document. Decodes only the BSON types that set-up needs;
 * others are undefined.
 * @param {{ host: string, port: number }} address
 * @param {BsonDocument} command
 * @param {{ withinMs?: number }} [limits]
 * @returns {Promise<BsonDocument>}
 */
export async function runMongoCommand({ host, port }, command, { withinMs = 2_000 } = {}) {
  const body = encodeDocument({ ...command, $db: 'admin' });
  const request = Buffer.alloc(MESSAGE_HEADER_BYTES + body.length);
  request.writeInt32LE(request.length, 0);
  request.writeInt32LE(1, 4);
  request.writeInt32LE(OP_MSG, 12);
  body.copy(request, MESSAGE_HEADER_BYTES);
  const reply = await exchange({ host, port, request, isComplete: hasLittleEndianSize, withinMs });
  return decodeDocument(reply, MESSAGE_HEADER_BYTES);
}

/** @param {{ host: string, port: number }} address */
export async function sayHello(address) {
  try {
    const reply = await runMongoCommand(address, { hello: 1 });
    return reply['ok'] === 1 ? reply : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {BsonDocument | BsonValue[]} document
 * @returns {Buffer}
 */
function encodeDocument(document) {
  const parts = Object.entries(document).map(([key, value]) => encodeElement(key, value));
  const size = Buffer.alloc(4);
  const body = Buffer.concat([...parts, Buffer.from([0])]);
  size.writeInt32LE(body.length + 4);
  return Buffer.concat([size, body]);
}

/**
 * @param {string} key
 * @param {BsonValue} value
 */
function encodeElement(key, value) {
  /** @type {(type: number, bytes: Buffer) => Buffer} */
  const element = (type, bytes) => Buffer.concat([Buffer.from([type]), Buffer.from(`${key}\0`), bytes]);
  if (typeof value === 'string') {
    const text = Buffer.from(`${value}\0`);
    const size = Buffer.alloc(4);
    size.writeInt32LE(text.length);
    return element(STRING, Buffer.concat([size, text]));
  }
  if (typeof value === 'boolean') return element(BOOLEAN, Buffer.from([value ? 1 : 0]));
  if (typeof value === 'number') {
    const number = Buffer.alloc(4);
    number.writeInt32LE(value);
    return element(INT32, number);
  }
  return element(Array.isArray(value) ? ARRAY : DOCUMENT, encodeDocument(value ?? {}));
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {BsonDocument}
 */
function decodeDocument(bytes, start) {
  /** @type {BsonDocument} */
  const document = {};
  const end = start + bytes.readInt32LE(start) - 1;
  let at = start + 4;
  while (at < end) {
    const type = bytes.readUInt8(at);
    const keyEnd = bytes.indexOf(0, at + 1);
    const key = bytes.toString('utf8', at + 1, keyEnd);
    const value = keyEnd + 1;
    document[key] = decodeValue(bytes, type, value);
    at = value + sizeOf(bytes, type, value);
  }
  return document;
}

/**
 * @param {Buffer} bytes
 * @param {number} type
 * @param {number} at
 * @returns {BsonValue}
 */
function decodeValue(bytes, type, at) {
  switch (type) {
    case DOUBLE:
      return bytes.readDoubleLE(at);
    case STRING:
      return bytes.toString('utf8', at + 4, at + 3 + bytes.readInt32LE(at));
    case DOCUMENT:
      return decodeDocument(bytes, at);
    case ARRAY:
      return Object.values(decodeDocument(bytes, at));
    case BOOLEAN:
      return bytes.readUInt8(at) === 1;
    case INT32:
      return bytes.readInt32LE(at);
    default:
      return undefined;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} type
 * @param {number} at
 */
function sizeOf(bytes, type, at) {
  switch (type) {
    case DOUBLE:
      return 8;
    case STRING:
      return 4 + bytes.readInt32LE(at);
    case DOCUMENT:
    case ARRAY:
      return bytes.readInt32LE(at);
    case 5:
      return 5 + bytes.readInt32LE(at);
    case BOOLEAN:
      return 1;
    case INT32:
      return 4;
    default: {
      const size = FIXED_BYTES[type];
      if (size === undefined) throw new Error(`BSON type ${type} is not read here`);
      return size;
    }
  }
}
