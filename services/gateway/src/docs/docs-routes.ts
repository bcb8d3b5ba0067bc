import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { OPENAPI_PATH } from '@vidhi/service-kit/openapi.ts';
import { fetchWithFailover } from '@vidhi/upstreams/fetch-with-failover.ts';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import type { InstanceSet } from '@vidhi/upstreams/instance-set.ts';
import type { Identities } from '../identity/identities.ts';
import { SYSTEM_DOCUMENT } from '../health/system-routes.ts';
import { contentTypeRoutes } from './content-type-routes.ts';
import { tooManyAtOnce, type ClientLimits } from '../clients/client-limits.ts';
import { prepareBody, sendPrepared } from './prepared-body.ts';
import { createPreparedFiles } from './prepared-files.ts';
import { mergeOpenapi, type ServiceDocument } from './merged-openapi.ts';

export interface DocsOptions {
  services: Readonly<Record<string, InstanceSet>>;
  serviceToken: string;
  publicUrl: string;
  identities: Pick<Identities, 'of'>;
  clientLimits: Pick<ClientLimits, 'admitRequest' | 'admitDocs' | 'takePermit'>;
}

const CACHED_MS = 30_000;
/** Shorter interval while a service is missing. */
const INCOMPLETE_CACHED_MS = 2_000;
const LIMIT_BYTES = 8_388_608;
const TIMEOUT_MS = 5_000;
/** Serves no OpenAPI document. */
const WITHOUT_DOCUMENT = new Set(['web']);

const JSON_TYPE = 'application/json; charset=utf-8';
/** Documents that the plugin has routes for. Every JSON text is YAML 1.2, too (RFC 9512). */
const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  '/docs/json': JSON_TYPE,
  '/docs/yaml': 'application/yaml',
};

const PAGE_FILE = /^\/docs\/static\/[\w.-]+\.(?:css|js)$/;

/** CSP of the Swagger UI page: scripts are local files, some styles are set by script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function fetchDocument(
  service: string,
  set: InstanceSet | undefined,
  serviceToken: string,
): Promise<ServiceDocument> {
  if (set === undefined) throw new Error(`${service} has no address`);
  const headers = { 'x-service-token': serviceToken };
  const request = { path: OPENAPI_PATH, headers, limitBytes: LIMIT_BYTES };
  const { status, chunks } = await fetchWithFailover(set, request, { timeoutMs: TIMEOUT_MS });
  if (status !== 200) throw new Error(`${service} responded ${status}`);
  return {
    service,
    document: JSON.parse(Buffer.concat([...chunks]).toString()) as ServiceDocument['document'],
  };
}

/** `/docs` and `/docs/openapi.json`: the merged OpenAPI documents of all services that respond. */
export async function docsRoutes(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { services, serviceToken, publicUrl, identities, clientLimits } = options;
  let documents: ServiceDocument[] = [];
  let document: Record<string, unknown> = {};
  let body = await prepareBody(Buffer.from('{}'));
  let cachedUntil = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const names = Object.keys(services).filter((name) => !WITHOUT_DOCUMENT.has(name));
    const found: ServiceDocument[] = [];
    const absent: string[] = [];
    for (const name of names) {
      try {
        found.push(await fetchDocument(name, services[name], serviceToken));
      } catch {
        absent.push(name);
      }
    }
    documents = found;
    document = mergeOpenapi([...documents, SYSTEM_DOCUMENT], { publicUrl, absent });
    const bytes = Buffer.from(JSON.stringify(document));
    if (!bytes.equals(body.variants.identity)) body = await prepareBody(bytes);
    cachedUntil = Date.now() + (absent.length === 0 ? CACHED_MS : INCOMPLETE_CACHED_MS);
  }

  async function refresh(): Promise<void> {
    if (Date.now() < cachedUntil) return;
    await (reading ??= read().finally(() => (reading = null)));
  }

  /** Counts a request as those with a service are counted, and by the minute. */
  async function admit({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!clientLimits.admitRequest(raw, reply.raw)) throw tooManyAtOnce();
    if (!(await clientLimits.admitDocs(raw))) throw tooManyRequests();
    if ((await clientLimits.takePermit(raw, reply.raw, 'docs')) === null) reply.hijack();
  }

  app.get('/docs/openapi.json', { onRequest: admit }, async (request, reply) => {
    await refresh();
    return sendPrepared(request, reply, body, JSON_TYPE);
  });
  await app.register(contentTypeRoutes, {
    identities,
    readDocuments: async () => {
      await refresh();
      return documents;
    },
  });
  // The Swagger UI plugin requires the plugin that reads routes of this process; ours come from the services.
  await app.register(
    fp(
      async (scope) => {
        // An open type, as the documents are only merged and forwarded.
        scope.decorate('swagger', (() => document) as FastifyInstance['swagger']);
      },
      { name: '@fastify/swagger' },
    ),
  );
  const files = createPreparedFiles((path) => PAGE_FILE.test(path));
  await app.register(async (scope) => {
    scope.addHook('onSend', files.store);
    scope.addHook('onRequest', async (request, reply) => {
      await admit(request, reply);
      await refresh();
      const type = DOCUMENT_TYPES[request.routeOptions.url ?? ''];
      // The plugin would serialize the document, and read its files, for each request.
      if (type !== undefined) return sendPrepared(request, reply, body, type);
      return files.send(request, reply) ?? undefined;
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: POLICY,
      theme: { title: 'Vidhi API' },
      uiConfig: { docExpansion: 'none', tryItOutEnabled: false },
    });
  });
}
