import { Transform, type TransformCallback } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, tooLarge } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import { bearerToken } from '@vidhi/service-kit/auth.ts';
import type { RouteIndex } from '../routing/route-index.ts';
import { parseRequestTarget } from '../routing/request-target.ts';
import type { Route } from '../routing/routes.ts';
import type { Instance, UpstreamLimits } from '../upstreams/instance.ts';
import type { InstanceSet } from '../upstreams/instance-set.ts';
import { noInstanceAvailable, toUpstreamFailure } from '../upstreams/upstream-failure.ts';
import { badRequest, requestTimeout } from '../edge/edge-server.ts';
import { upstreamRequestHeaders } from '../edge/request-headers.ts';
import { completeHeaders, forwardedHeaders, type HeaderRules } from '../edge/response-headers.ts';

export interface ProxyOptions {
  routes: RouteIndex;
  readersOf: (route: Route) => InstanceSet;
  /** Who answers writes, and staff, who must read what they wrote. */
  writersOf: (route: Route) => InstanceSet;
  publicUrl: URL;
  headerRules: HeaderRules;
  limits: UpstreamLimits;
  bodyLimitBytes: number;
  uploadLimitBytes: number;
  bodyTimeMs: number;
  uploadTimeMs: number;
}

/** Where one request goes; kept beside it because the proxy asks for it in several places. */
interface Passage {
  route: Route;
  instances: InstanceSet;
  instance: Instance;
  retried: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    passage: Passage | null;
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * The role that a token claims. Not verified, which is why it only chooses between two processes that
 * both verify it themselves.
 */
export function claimedRole(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const { role } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role?: unknown };
    return typeof role === 'number' ? role : null;
  } catch {
    return null;
  }
}

function asksForDrafts(request: FastifyRequest): boolean {
  const token = bearerToken(request);
  const role = token === null ? null : claimedRole(token);
  return role !== null && isStaff(role);
}

/** Lets a body through up to a size and a time. */
class LimitedBody extends Transform {
  readonly #limitBytes: number;
  readonly #deadline: NodeJS.Timeout;
  #bytes = 0;
  receivedEncodedLength = 0;

  constructor(limitBytes: number, timeMs: number) {
    super();
    this.#limitBytes = limitBytes;
    const late = requestTimeout();
    this.#deadline = setTimeout(() => this.destroy(late), timeMs);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    this.receivedEncodedLength = this.#bytes;
    if (this.#bytes > this.#limitBytes) done(tooLarge());
    else done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#deadline);
    done(error);
  }
}

/** Everything that is not an anonymous read: passed on with clean heads, to the process that may answer it. */
export async function proxyRoutes(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { routes, readersOf, writersOf, publicUrl, headerRules, limits } = options;
  app.decorateRequest('passage', null);

  function passageOf(request: FastifyRequest): Passage {
    const target = parseRequestTarget(request.raw.url ?? '');
    if (target === 'malformed') throw badRequest();
    const route = target === 'hidden' ? null : routes.find(target.decodedPath);
    if (route === null) throw notFound();
    const instances = isRead(request.method) && !asksForDrafts(request) ? readersOf(route) : writersOf(route);
    const instance = instances.next();
    if (instance === null) throw noInstanceAvailable();
    return { route, instances, instance, retried: false };
  }

  app.addHook('onRequest', async (request) => {
    request.passage = passageOf(request);
    const { uploads } = request.passage.route;
    const limit = uploads === true ? options.uploadLimitBytes : options.bodyLimitBytes;
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  });

  app.addHook('preParsing', async (request, _reply, payload) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || isRead(request.method)) return payload;
    const uploads = request.passage?.route.uploads === true;
    const body = new LimitedBody(
      uploads ? options.uploadLimitBytes : options.bodyLimitBytes,
      uploads ? options.uploadTimeMs : options.bodyTimeMs,
    );
    // Whoever reads it hears of its end too; unread, it may end without anybody hearing.
    body.on('error', () => undefined);
    payload.once('error', (error) => body.destroy(error));
    payload.once('close', () => {
      if (!request.raw.complete) body.destroy(new Error('the client went away'));
    });
    return payload.pipe(body);
  });

  function answerFailure(reply: FastifyReply, error: unknown): void {
    const { request } = reply;
    const { passage } = request;
    const failure = toUpstreamFailure(error);
    // A body that broke off, or an answer that is slow, says nothing about the process as a whole.
    if (passage !== null && failure.status === 503 && request.raw.complete) {
      passage.instances.reportFailure(passage.instance);
      const other =
        passage.retried || !isRead(request.method) ? null : passage.instances.next(passage.instance);
      if (other !== null) {
        passage.instance = other;
        passage.retried = true;
        pass(request, reply);
        return;
      }
    }
    request.log.warn({ err: error, upstream: passage?.instance.origin }, 'a service did not answer');
    void reply.send(failure);
  }

  function pass(request: FastifyRequest, reply: FastifyReply): void {
    const { passage } = request;
    if (passage === null) throw notFound();
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '/';
    reply.from(path, {
      getUpstream: () => passage.instance.origin,
      timeout: passage.route.uploads === true ? options.uploadTimeMs : limits.answerMs,
      // Its default asks up to ten times again after a 503.
      retryDelay: () => null,
      rewriteRequestHeaders: (given, head) =>
        upstreamRequestHeaders(head, request.method, {
          requestId: request.id,
          clientAddress: request.ip,
          publicUrl,
          cookies: passage.route.cookies === true,
        }),
      rewriteHeaders: (headers) => {
        passage.instances.reportSuccess(passage.instance);
        const head = forwardedHeaders(headers);
        if (passage.route.cookies !== true) delete head['set-cookie'];
        if (headers['content-length'] !== undefined) head['content-length'] = headers['content-length'];
        head['cache-control'] ??= passage.route.answers === 'file' ? 'public, max-age=3600' : 'no-store';
        return completeHeaders(head, passage.route.answers, headerRules) as typeof headers;
      },
      onError: (_reply, { error }) => answerFailure(reply, error),
    });
  }

  app.removeAllContentTypeParsers();
  await app.register(httpProxy, {
    upstream: '',
    routes: ['/*'],
    httpMethods: ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'],
    replyOptions: { getUpstream: (request) => (request as FastifyRequest).passage?.instance.origin ?? '' },
    handler: (request, reply) => pass(request, reply),
    disableRequestLogging: true,
    undici: {
      connections: limits.connections,
      pipelining: 1,
      headersTimeout: limits.answerMs,
      bodyTimeout: limits.answerMs,
      connect: { timeout: limits.connectMs },
    },
    destroyAgent: true,
  });
}
