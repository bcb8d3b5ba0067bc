import { createHash } from 'node:crypto';
import { Agent, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { ContractCase } from './cases.ts';

/** A response: the parsed JSON body, its digest when it is long, or the text when it is not JSON. */
export interface CaseResponse {
  readonly status: number;
  /** The target of a redirect, the limit that a 429 names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly sha256?: string;
  readonly text?: string;
}

const MAX_BODY_CHARACTERS = 40_000;
const TIMEOUT_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface Destination {
  readonly url: string;
  /** Sent as a bearer token if present. */
  readonly token?: string;
  /** The token of a customer's requests. */
  readonly customerToken?: string;
  readonly administratorToken?: string;
  /** The client's IP address, for servers that trust this machine as a proxy. */
  readonly clientAddress?: string;
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the headers of a response that are compared. */
function comparedHeaders(status: number, headers: IncomingHttpHeaders): Pick<CaseResponse, 'headers'> {
  const isCompared = (name: string): boolean =>
    (status >= 300 && status < 400 && name === 'location') ||
    (status === 429 && name.startsWith('x-ratelimit-'));
  const compared = Object.entries(headers)
    .filter(([name]) => isCompared(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, String(value)]);
  return compared.length === 0 ? {} : { headers: Object.fromEntries(compared) };
}

/** Parses a response for comparison; keeps the order of keys. */
export function toCaseResponse(status: number, text: string): CaseResponse {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text === '' ? { status } : { status, text };
  }
  return { status, json };
}

/** Replaces the body of a long response by its digest. */
export function abridge(response: CaseResponse): CaseResponse {
  if (response.json === undefined) return response;
  const canonical = JSON.stringify(response.json);
  if (canonical.length <= MAX_BODY_CHARACTERS) return response;
  return { status: response.status, sha256: createHash('sha256').update(canonical).digest('hex') };
}

export type Request = Omit<ContractCase, 'section' | 'name'>;

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

/**
 * Sends the path byte for byte, without normalizing the URL. Retries a read when the server closes an idle
 * connection while it is sent.
 */
export async function exchange(to: Destination, one: Request): Promise<CaseResponse> {
  try {
    return await sendOnce(to, one);
  } catch (error) {
    if (one.method !== 'GET' || !isReset(error)) throw error;
    return sendOnce(to, one);
  }
}

/** Thrown when the server accepted a request and did not respond in time. */
export class ResponseTimeoutError extends Error {
  override readonly name = 'NoResponseError';
}

/** Well-formed, with an invalid signature. */
const STALE_TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6MSwiaWF0IjoxNjAwMDAwMDAwLCJleHAiOjE2MDAwMDAwMDF9.c3RhbGU';

function authorization(to: Destination, { as }: Request): { authorization?: string } {
  const tokens = {
    visitor: undefined,
    stale: STALE_TOKEN,
    customer: to.customerToken,
    administrator: to.administratorToken,
  };
  const token = as === undefined ? to.token : tokens[as];
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function sendOnce(to: Destination, one: Request): Promise<CaseResponse> {
  const { hostname, port } = new URL(to.url);
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        agent,
        hostname,
        port,
        method: one.method,
        path: one.path,
        timeout: TIMEOUT_MS,
        headers: {
          accept: 'application/json',
          ...authorization(to, one),
          ...(to.clientAddress !== undefined && { 'x-forwarded-for': to.clientAddress }),
          ...(one.body !== undefined && {
            'content-type': one.bodyType ?? 'application/json',
            'content-length': Buffer.byteLength(one.body),
          }),
        },
      },
      (message) => {
        const { statusCode: status = 0, headers } = message;
        readText(message).then(
          (text) => resolve({ ...toCaseResponse(status, text), ...comparedHeaders(status, headers) }),
          reject,
        );
      },
    );
    outgoing.on('timeout', () =>
      outgoing.destroy(new ResponseTimeoutError(`No answer within ${TIMEOUT_MS} ms: ${one.path}`)),
    );
    outgoing.on('error', reject);
    outgoing.end(one.body);
  });
}
