import { createHash } from 'node:crypto';
import { Agent, request as send, type IncomingMessage } from 'node:http';
import type { ContractCase } from './cases.ts';

/** What a server said: a JSON body as parsed, its digest when it is long, or the text when it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly sha256?: string;
  readonly text?: string;
}

const LONGEST_KEPT = 40_000;
const TIMEOUT_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface Destination {
  readonly url: string;
  /** Sent as a bearer token when given. */
  readonly token?: string;
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads an answer so that two of them compare: parsed, in the order in which the keys came. */
export function toAnswer(status: number, text: string): Answer {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text === '' ? { status } : { status, text };
  }
  return { status, json };
}

/** Replaces the body of a long answer by its digest. */
export function abridge(answer: Answer): Answer {
  if (answer.json === undefined) return answer;
  const canonical = JSON.stringify(answer.json);
  if (canonical.length <= LONGEST_KEPT) return answer;
  return { status: answer.status, sha256: createHash('sha256').update(canonical).digest('hex') };
}

type Request = Omit<ContractCase, 'section' | 'name'>;

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

/**
 * Sends the case's path byte for byte: no client-side normalisation of the address. A read is sent again when the
 * server closes an idle connection in the moment of sending.
 */
export async function exchange(to: Destination, one: Request): Promise<Answer> {
  try {
    return await sendOnce(to, one);
  } catch (error) {
    if (one.method !== 'GET' || !isReset(error)) throw error;
    return sendOnce(to, one);
  }
}

/** The other side took a request and did not answer it in time. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Well-formed, and signed by nobody. */
const STALE_TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6MSwiaWF0IjoxNjAwMDAwMDAwLCJleHAiOjE2MDAwMDAwMDF9.c3RhbGU';

function authorization({ token }: Destination, { as }: Request): { authorization?: string } {
  if (as === 'stale') return { authorization: `Bearer ${STALE_TOKEN}` };
  return token === undefined || as === 'visitor' ? {} : { authorization: `Bearer ${token}` };
}

function sendOnce(to: Destination, one: Request): Promise<Answer> {
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
        readText(message).then((text) => resolve(toAnswer(message.statusCode ?? 0, text)), reject);
      },
    );
    outgoing.on('timeout', () =>
      outgoing.destroy(new NoAnswerError(`No answer within ${TIMEOUT_MS} ms: ${one.path}`)),
    );
    outgoing.on('error', reject);
    outgoing.end(one.body);
  });
}
