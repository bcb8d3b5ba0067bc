import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WireError, notFound, tooLarge } from '@vidhi/contracts/errors.ts';
import { isStaff } from '@vidhi/contracts/roles.ts';
import type { Identities } from '../identity/identities.ts';
import type { RouteIndex } from '../routing/route-index.ts';
import { parseRequestTarget } from '../routing/request-target.ts';
import type { Route } from '../routing/routes.ts';
import { nameRequestSpan } from '@vidhi/service-kit/tracing/spans.ts';
import { silentMs, type Instance, type UpstreamLimits } from '@vidhi/upstreams/instance.ts';
import type { InstanceSet } from '@vidhi/upstreams/instance-set.ts';
import { POOL_HEADER, PoolsByKind, type PoolKind } from '../upstreams/pools-by-kind.ts';
import { isClosedConnection } from './closed-connection.ts';
import { noInstanceAvailable, toUpstreamFailure } from '../upstreams/upstream-failure.ts';
import { receiveBody, type BodyLimits, type BodyReception } from '../bodies/receive-body.ts';
import { limitKeyOf } from '../clients/client-addresses.ts';
import { tooManyAtOnce, type ClientLimits } from '../clients/client-limits.ts';
import type { ReleasePermit } from '../clients/read-permits.ts';
import type { AdmitWrite } from '../clients/write-limits.ts';
import { bufferResponse, type ResponseBuffering } from '../edge/buffered-response.ts';
import { badRequest, uriTooLong } from '../edge/request-errors.ts';
import { upstreamRequestHeaders } from '../edge/request-headers.ts';
import { forwardedSetCookies, type ForwardedCookies } from '../edge/forwarded-cookies.ts';
import { cookiesOf } from '../routing/route-cookies.ts';
import {
  completeHeaders,
  forwardedHeaders,
  ownCacheControl,
  type HeaderRules,
} from '../edge/response-headers.ts';

export interface ProxyOptions {
  routes: RouteIndex;
  identities: Identities;
  readersOf: (route: Route) => InstanceSet;
  /** The instances of writes, and of reads by staff, who must read their own writes. */
  writersOf: (route: Route) => InstanceSet;
  publicUrl: URL;
  headerRules: HeaderRules;
  limits: UpstreamLimits;
  clientLimits: ClientLimits;
  admitWrite: AdmitWrite;
  bodyLimits: BodyLimits;
  uploadLimits: BodyLimits;
  bodyReception: BodyReception;
  responseBuffering: ResponseBuffering;
}

/** Route and instance of a request, for the hooks and callbacks of the proxy. */
interface ProxyTarget {
  route: Route;
  /** The path by which routers of services find a route, however it was sent. */
  routedPath: string;
  instances: InstanceSet;
  instance: Instance | null;
  retried: boolean;
  cookies: ForwardedCookies;
  /** Size of a body that has been received; null without one. */
  bodyBytes: number | null;
  /** Returns the permit of a read to its client. */
  releasePermit: ReleasePermit | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    proxyTarget: ProxyTarget | null;
  }
}

/** Time-out for the first byte of a read that another instance could serve; undici adds up to 0.5 s. */
const FAILOVER_TIMEOUT_MS = 1_300;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function poolOf({ responseKind, uploads }: Route, method: string): PoolKind {
  if (responseKind === 'file') return 'pictures';
  if (isRead(method)) return 'reads';
  return uploads === true ? 'uploads' : 'writes';
}

/** Proxies every request that is not an anonymous read, with cleaned headers, to an instance of its service. */
export async function proxyRoutes(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { routes, identities, readersOf, writersOf, publicUrl, headerRules, limits, clientLimits } = options;
  app.decorateRequest('proxyTarget', null);

  /** Staff read their own writes, drafts included. */
  function isFromStaff({ raw }: FastifyRequest): boolean {
    const identity = identities.of(raw);
    return typeof identity === 'object' && isStaff(identity.role);
  }

  function proxyTargetOf(request: FastifyRequest): ProxyTarget {
    const target = parseRequestTarget(request.raw.url ?? '');
    if (target === 'malformed') throw badRequest();
    if (target === 'too-long') throw uriTooLong();
    const route = target === 'internal' ? null : routes.find(target.decodedPath);
    if (target === 'internal' || route === null) throw notFound();
    // Other software reads its own writes, as staff does.
    const readsWrites = isFromStaff(request) || identities.of(request.raw) === 'software';
    const instances = isRead(request.method) && !readsWrites ? readersOf(route) : writersOf(route);
    const cookies = cookiesOf(route, request.method, target.decodedPath);
    return {
      route,
      routedPath: target.decodedPath.replace(/\/$/, ''),
      instances,
      instance: null,
      retried: false,
      cookies,
      bodyBytes: null,
      releasePermit: null,
    };
  }

  app.addHook('onRequest', async (request, reply) => {
    request.proxyTarget = proxyTargetOf(request);
    nameRequestSpan(request.raw, request.proxyTarget.route.name);
    if (!clientLimits.admitRequest(request.raw, reply.raw)) throw tooManyAtOnce();
    if (!isRead(request.method) && !isFromStaff(request))
      await options.admitWrite({
        method: request.method,
        path: request.proxyTarget.routedPath,
        address: request.ip,
        isMembersUpload:
          request.proxyTarget.route.uploads === true && identities.of(request.raw) !== 'anonymous',
      });
    // A file is sent for as long as its client takes, at little cost.
    if (isRead(request.method) && request.proxyTarget.route.responseKind !== 'file') {
      const { service } = request.proxyTarget.route;
      request.proxyTarget.releasePermit = await clientLimits.takePermit(request.raw, reply.raw, service);
      if (request.proxyTarget.releasePermit === null) return reply.hijack();
    }
    // The connection is idle while a service processes an upload.
    if (request.proxyTarget.route.uploads === true) request.raw.setTimeout(options.uploadLimits.maxMs);
    const { maxBytes } =
      request.proxyTarget.route.uploads === true ? options.uploadLimits : options.bodyLimits;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  });

  app.addHook('preParsing', async (request, reply, payload) => {
    const { headers, proxyTarget } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || proxyTarget === null || isRead(request.method)) return payload;
    try {
      const limits = proxyTarget.route.uploads === true ? options.uploadLimits : options.bodyLimits;
      const body = await receiveBody(payload, limitKeyOf(request.ip), limits, options.bodyReception);
      reply.raw.once('close', () => body.release());
      if (reply.raw.closed) body.release();
      proxyTarget.bodyBytes = body.bytes;
      return Object.assign(body.read(), { receivedEncodedLength: body.bytes });
    } catch (error) {
      // The rest of the body may never come.
      if (error instanceof WireError && error.status === 408) reply.header('connection', 'close');
      throw error;
    }
  });

  /**
   * Returns the next instance for a read that may be repeated; null where it may not, or where no instance is healthy.
   */
  const failoverInstance = (
    { method }: FastifyRequest,
    { retried, instances, instance }: ProxyTarget,
  ): Instance | null => (retried || instance === null || !isRead(method) ? null : instances.next(instance));

  function retryOn(other: Instance, reply: FastifyReply, proxyTarget: ProxyTarget): void {
    proxyTarget.instance = other;
    proxyTarget.retried = true;
    forward(reply.request, reply);
  }

  function handleFailure(reply: FastifyReply, error: unknown): void {
    const { request } = reply;
    const { proxyTarget } = request;
    const failure = toUpstreamFailure(error);
    // A slow response says nothing about the process, unless nothing else comes from it either.
    if (proxyTarget?.instance) {
      const { instances, instance } = proxyTarget;
      const isSilent = silentMs(instance, performance.now()) > 0;
      if (failure.status === 503) instances.reportFailure(instance, error);
      const isRepeatable = isRead(request.method) && !proxyTarget.retried && isClosedConnection(error);
      const other =
        (failure.status === 503 || isSilent ? failoverInstance(request, proxyTarget) : null) ??
        // Behind one address may be several processes, of which one ends.
        (isRepeatable ? instance : null);
      if (other !== null) {
        retryOn(other, reply, proxyTarget);
        return;
      }
    }
    request.log.warn({ err: error, upstream: proxyTarget?.instance?.origin }, 'upstream request failed');
    void reply.send(failure);
  }

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    const { proxyTarget } = request;
    if (proxyTarget === null) throw notFound();
    proxyTarget.instance ??= proxyTarget.instances.next();
    const { instance, instances, route, retried, cookies, bodyBytes } = proxyTarget;
    if (instance === null) throw noInstanceAvailable();
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '/';
    const ownHeaders = new Set(Object.keys(reply.getHeaders()));
    const canFailOver = isRead(request.method) && !retried && instances.hasOther(instance);
    reply.from(path, {
      getUpstream: () => instance.origin,
      timeout:
        route.uploads === true
          ? options.uploadLimits.maxMs
          : canFailOver
            ? FAILOVER_TIMEOUT_MS
            : limits.responseMs,
      // The default retries up to ten times after a 503.
      retryDelay: () => null,
      rewriteRequestHeaders: (_request, received) => ({
        ...upstreamRequestHeaders(received, request.method, {
          requestId: request.id,
          clientAddress: request.ip,
          publicUrl,
          cookies,
        }),
        ...(bodyBytes === null ? {} : { 'content-length': String(bodyBytes) }),
        [POOL_HEADER]: poolOf(route, request.method),
      }),
      rewriteHeaders: (headers) => {
        instance.lastResponseAt = performance.now();
        const headers_ = forwardedHeaders(headers);
        const setCookies = forwardedSetCookies(headers['set-cookie'], cookies);
        if (setCookies === undefined) delete headers_['set-cookie'];
        else headers_['set-cookie'] = setCookies;
        if (headers['content-length'] !== undefined) headers_['content-length'] = headers['content-length'];
        return completeHeaders(headers_, route.responseKind, headerRules) as typeof headers;
      },
      onResponse: (_request, _reply, { stream }) => {
        const isUnavailable = reply.statusCode === 503;
        if (isUnavailable) instance.requestProbe();
        const other = isUnavailable ? failoverInstance(request, proxyTarget) : null;
        if (other !== null) {
          stream.resume();
          for (const name of Object.keys(reply.getHeaders()))
            if (!ownHeaders.has(name)) reply.removeHeader(name);
          retryOn(other, reply, proxyTarget);
          return;
        }
        proxyTarget.releasePermit?.();
        // Before, the status is not known.
        if (!reply.hasHeader('cache-control'))
          reply.header('cache-control', ownCacheControl(route.responseKind, reply.statusCode));
        const length = Number(reply.getHeader('content-length') ?? NaN);
        const owner = limitKeyOf(request.ip);
        const lengthBytes = Number.isSafeInteger(length) ? length : null;
        reply.send(bufferResponse(stream, owner, lengthBytes, options.responseBuffering));
      },
      onError: (_reply, { error }) => handleFailure(reply, error),
    });
  }

  app.removeAllContentTypeParsers();
  await app.register(httpProxy, {
    upstream: '',
    routes: ['/*'],
    httpMethods: ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'],
    replyOptions: {
      getUpstream: (request) => (request as FastifyRequest).proxyTarget?.instance?.origin ?? '',
    },
    handler: (request, reply) => forward(request, reply),
    disableRequestLogging: true,
    // The plugin has its own version of undici, whose types differ; it uses `request` and `destroy` alone.
    undici: new PoolsByKind(limits) as unknown as NonNullable<FastifyHttpProxyOptions['undici']>,
    destroyAgent: true,
  });
}
