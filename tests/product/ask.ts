import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it came over the line. */
export interface Answer {
  status: number;
  /** Without what differs between two answers by itself: the time and the number of the request. */
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** Unpacked. */
  text: string;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

function unpack(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8');
}

/** Sends a request with exactly these headers: nothing is added, unpacked or followed. */
export async function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: Ask = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(`${origin}${path}`, { method, headers, agent }, (response) => {
    buffer(response).then((bytes) => {
      const { date: _date, 'x-request-id': _id, ...rest } = response.headers;
      const text = unpack(bytes, response.headers['content-encoding']);
      resolve({ status: response.statusCode ?? 0, headers: rest, bytes, text });
    }, reject);
  });
  sent.once('error', reject);
  sent.end();
  return promise;
}
