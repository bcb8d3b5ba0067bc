import { exchange, hasBigEndianSize } from './socket-exchange.mjs';

const METADATA = 3;
const METADATA_VERSION = 4;
const HEADER_BYTES = 8;

/**
 * Requests the cluster's metadata from a broker. True when it contains a controller and a broker; an open
 * port alone does not mean that Kafka is ready.
 * @param {{ host: string, port: number }} address
 */
export async function hasClusterMetadata({ host, port }) {
  try {
    const reply = await exchange({ host, port, request: metadataRequest(), isComplete: hasBigEndianSize });
    return hasController(reply);
  } catch {
    return false;
  }
}

function metadataRequest() {
  const clientId = Buffer.from('vidhi');
  const body = Buffer.alloc(10 + clientId.length + 5);
  body.writeInt16BE(METADATA, 0);
  body.writeInt16BE(METADATA_VERSION, 2);
  body.writeInt32BE(1, 4);
  body.writeInt16BE(clientId.length, 8);
  clientId.copy(body, 10);
  // An empty list of topics, and no automatic creation of topics.
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
}

/** @param {Buffer} reply */
function hasController(reply) {
  let at = HEADER_BYTES + 4;
  const brokers = reply.readInt32BE(at);
  at += 4;
  for (let index = 0; index < brokers; index += 1) {
    at += 4;
    at += 2 + reply.readInt16BE(at);
    at += 4;
    at += 2 + Math.max(0, reply.readInt16BE(at));
  }
  at += 2 + Math.max(0, reply.readInt16BE(at));
  return brokers > 0 && reply.readInt32BE(at) >= 0;
}
