import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A raw response. */
export interface RawResponse {
  status: number;
  /** Headers without those that differ between any two responses: date and request id. */
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** Decompressed body. */
  text: string;
}

export interface SendRequest {
  method?: string;
  headers?: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

function unpack(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8');
}

/** Sends a request with exactly these headers, without decompression or redirects. */
export async function sendRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: SendRequest = {},
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
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
