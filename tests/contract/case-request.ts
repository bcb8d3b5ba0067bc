import { createHash } from 'node:crypto';
import { Agent, request as send, type IncomingMessage } from 'node:http';
import type { ContractCase } from './cases.ts';

/** A response: the parsed JSON body, its digest when it is long, or the text when it is not JSON. */
export interface CaseResponse {
  readonly status: number;
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
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
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

type Request = Omit<ContractCase, 'section' | 'name'>;

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
  if (as === 'visitor') return {};
  const token = as === 'stale' ? STALE_TOKEN : as === 'customer' ? to.customerToken : to.token;
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Like `exchange`, for a sequence: a customer's requests have the last token that a response contained. */
export function exchangeInSequence(to: Destination): (one: Request) => Promise<CaseResponse> {
  let customer: Pick<Destination, 'customerToken'> = {};
  return async (one) => {
    const response = await exchange({ ...to, ...customer }, one);
    const { json } = response;
    if (typeof json === 'object' && json !== null && 'jwt' in json && typeof json.jwt === 'string')
      customer = { customerToken: json.jwt };
    return response;
  };
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
          ...(one.body !== undefined && {
            'content-type': one.bodyType ?? 'application/json',
            'content-length': Buffer.byteLength(one.body),
          }),
        },
      },
      (message) => {
        readText(message).then((text) => resolve(toCaseResponse(message.statusCode ?? 0, text)), reject);
      },
    );
    outgoing.on('timeout', () =>
      outgoing.destroy(new ResponseTimeoutError(`No answer within ${TIMEOUT_MS} ms: ${one.path}`)),
    );
    outgoing.on('error', reject);
    outgoing.end(one.body);
  });
}
