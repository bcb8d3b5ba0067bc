import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Another service did not respond in time, or not as its schema says. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  /** Null without a response. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export interface ServiceClientOptions {
  url: string;
  serviceToken: string;
  /** Deadline of a call, with the body of its response. */
  timeoutMs: number;
  /** Returns what calls reject with, in place of a `ServiceError`. */
  toError?: (error: ServiceError) => Error;
}

/** Calls internal endpoints of another service. Each call rejects with one kind of error, whatever went wrong. */
export interface ServiceClient {
  get<Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema>>;
  /** Resolves with null on 404. */
  find<Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema> | null>;
  /** Resolves with the bytes of a file, and with null on 404. */
  findFile(path: string): Promise<Buffer | null>;
  post<Schema extends TSchema>(path: string, schema: Schema, body?: object): Promise<Static<Schema>>;
  /** Sends a POST request whose response says nothing. */
  send(path: string, body?: object): Promise<void>;
}

/** Returns a path with encoded values. Clients send none in which a value is `.` or `..`, which lead to another path. */
export const servicePath = (texts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: texts }, ...values.map((value) => encodeURIComponent(value)));

const DOTS = /\/\.{1,2}(?:[/?]|$)/;

/** Returns the part of a path that has no id, for messages. */
const nameOf = (path: string): string => path.split('?', 1).join().split('/', 3).join('/');

const cancelBody = async (response: Response): Promise<void> => response.body?.cancel();

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { url, serviceToken, timeoutMs, toError = (error) => error } = options;

  /** Calls an endpoint and reads its response. Resolves with null for the absent status. */
  async function call<Result>(
    request: { path: string; method: 'GET' | 'POST'; body?: object | undefined; absent?: number },
    read: (response: Response) => Promise<Result>,
  ): Promise<Result | null> {
    const { path, method, body, absent } = request;
    try {
      if (DOTS.test(path)) {
        if (absent === 404) return null;
        throw new ServiceError(`${nameOf(path)} was not sent for this id`, 404);
      }
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'x-service-token': serviceToken,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Another address would get the token.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) return await read(response);
      // A body that nobody reads would occupy its connection.
      await cancelBody(response);
      if (response.status === absent) return null;
      throw new ServiceError(`${nameOf(path)} responded ${response.status}`, response.status);
    } catch (cause) {
      if (cause instanceof ServiceError) throw toError(cause);
      throw toError(new ServiceError(`${nameOf(path)} had no valid response`, null, { cause }));
    }
  }

  const parseAs =
    <Schema extends TSchema>(schema: Schema) =>
    async (response: Response): Promise<Static<Schema>> =>
      Value.Parse(schema, await response.json());

  /** Without an absent status the result of `read` is never replaced by null. */
  const present = <Result>(result: Promise<Result | null>): Promise<Result> => result as Promise<Result>;

  return {
    get: (path, schema) => present(call({ path, method: 'GET' }, parseAs(schema))),
    find: (path, schema) => call({ path, method: 'GET', absent: 404 }, parseAs(schema)),
    findFile: (path) =>
      call({ path, method: 'GET', absent: 404 }, async (response) =>
        Buffer.from(await response.arrayBuffer()),
      ),
    post: (path, schema, body) => present(call({ path, method: 'POST', body }, parseAs(schema))),
    send: (path, body) => present(call({ path, method: 'POST', body }, cancelBody)),
  };
}
