import { vi } from 'vitest';

interface FakeCall {
  /** Method and path, as `GET /api/users/me`. */
  call: string;
  /** Decoded, with its question mark. */
  search: string;
  /** Parsed JSON body. */
  body: unknown;
  authorization: string | null;
}

interface FakeServer {
  /** In order. */
  calls: FakeCall[];
  /** Responses by method and path; calls without an entry get 500. */
  responses: Record<string, (request: Request) => Response | Promise<Response>>;
}

interface WireFieldError {
  path: string[];
  message: string;
}

/** A response with an error of the API. */
export const failure =
  (status: number, message: string, errors: readonly WireFieldError[] = []) =>
  (): Response =>
    Response.json(
      { data: null, error: { status, name: 'ApplicationError', message, details: { errors } } },
      { status },
    );

/** Replaces `fetch` by a server with these responses. */
export function stubServer(responses: FakeServer['responses']): FakeServer {
  const server: FakeServer = { calls: [], responses };
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    const isJson = request.headers.get('content-type')?.includes('json') === true;
    server.calls.push({
      call,
      search: decodeURIComponent(search),
      body: isJson ? await request.clone().json() : null,
      authorization: request.headers.get('authorization'),
    });
    return (server.responses[call] ?? failure(500, 'down'))(request);
  });
  return server;
}
