import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../fuzz/random.ts';
import type { Caller } from './callers.ts';
import { generateRequest, listOperations, type GeneratedRequest, type OpenApiDocument } from './requests.ts';
import { createResponseCheck, type DescribedResponse } from './response-schemas.ts';

export interface SendOptions {
  url: string;
  count: number;
  seed: number;
  /** Each request is sent by one of them. */
  callers: readonly [Caller, ...Caller[]];
  parallel?: number;
  /**
   * Maximum number of times that a request which got 503 with Retry-After, as on an overloaded machine, is sent again, each
   * time a second later. By default such a response is an error of the server.
   */
  repeats?: number;
  onProgress?: (done: number) => void;
}

export interface InvalidResponse {
  /** Method and path of the operation in the document. */
  operation: string;
  caller: string;
  request: GeneratedRequest;
  status: number;
  body: string;
  why: string;
}

export interface SendReport {
  sent: number;
  operations: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  /** The same by caller. */
  byCaller: Record<string, Record<string, number>>;
  invalidResponses: InvalidResponse[];
}

const DEADLINE_MS = 30_000;
const REPEAT_MS = 1_000;

type Received = DescribedResponse & { hasRetryAfter: boolean };

function send(url: URL, { method, path, headers, body }: GeneratedRequest): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: url.hostname,
        port: url.port,
        method,
        path,
        timeout: DEADLINE_MS,
        headers: { ...headers, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type'] ?? ''),
            body: Buffer.concat(chunks).toString(),
            hasRetryAfter: response.headers['retry-after'] !== undefined,
          }),
        );
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('no response in time')));
    sent.once('error', reject);
    if (body !== null) sent.write(body);
    sent.end();
  });
}

async function sendRepeatedly(url: URL, made: GeneratedRequest, repeats: number): Promise<Received> {
  let response = await send(url, made);
  for (let left = repeats; left > 0 && response.status === 503 && response.hasRetryAfter; left -= 1) {
    await delay(REPEAT_MS);
    response = await send(url, made);
  }
  return response;
}

/** Why a response is invalid; null when it is valid. */
function invalidReason(method: string, { status, type, body }: DescribedResponse): string | null {
  if (status >= 500) return 'a server error';
  if (status < 400 || method === 'HEAD' || !type.includes('json')) return null;
  try {
    const parsed = JSON.parse(body) as { data?: unknown; error?: { status?: unknown; name?: unknown } };
    const fits =
      parsed.data === null && parsed.error?.status === status && typeof parsed.error.name === 'string';
    return fits || body === '' ? null : 'an error outside the envelope';
  } catch {
    return 'an error that is not JSON';
  }
}

const increment = (counts: Record<string, number>, status: number): void => {
  counts[status] = (counts[status] ?? 0) + 1;
};

/**
 * Sends requests made from the product's own OpenAPI document and collects every response that may not be: errors of the
 * server, errors outside the envelope, and responses that differ from the document.
 */
export async function sendRequests(options: SendOptions): Promise<SendReport> {
  const { url, count, seed, callers, parallel = 8, repeats = 0, onProgress } = options;
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as OpenApiDocument;
  const operations = listOperations(document);
  const [first] = operations;
  if (first === undefined) throw new Error('the document names no operation');
  const random = createRandom(seed);
  const report: SendReport = {
    sent: 0,
    operations: operations.length,
    statuses: {},
    byCaller: {},
    invalidResponses: [],
  };
  const check = createResponseCheck(document);
  const base = new URL(url);
  const worker = async (): Promise<void> => {
    while (report.sent < count) {
      report.sent += 1;
      const at = random.pick([first, ...operations]);
      const caller = random.pick(callers);
      const made = generateRequest(at, document, caller.token, random);
      const where = { operation: `${made.method} ${at.path}`, caller: caller.name, request: made };
      let response: DescribedResponse;
      try {
        response = await sendRepeatedly(base, made, repeats);
      } catch (error) {
        const body = error instanceof Error ? error.message : String(error);
        report.invalidResponses.push({ ...where, status: 0, body, why: 'no response' });
        continue;
      }
      increment(report.statuses, response.status);
      increment((report.byCaller[caller.name] ??= {}), response.status);
      const why = invalidReason(made.method, response) ?? check(at, response);
      if (why !== null)
        report.invalidResponses.push({
          ...where,
          status: response.status,
          body: response.body.slice(0, 300),
          why,
        });
      onProgress?.(report.sent);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return report;
}
