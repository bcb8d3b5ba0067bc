import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { OPENAPI_PATH } from '@vidhi/service-kit/openapi.ts';
import type { InstanceSet } from '../upstreams/instance-set.ts';
import { fetchWhole } from '../upstreams/upstream-fetch.ts';
import { mergeOpenapi, type ServiceDocument } from './merged-openapi.ts';

export interface DocsOptions {
  services: Readonly<Record<string, InstanceSet>>;
  serviceToken: string;
  publicUrl: string;
}

const KEPT_MS = 30_000;
/** While a service is missing, it is looked for more often. */
const INCOMPLETE_KEPT_MS = 2_000;
const LIMIT_BYTES = 8_388_608;
/** Has no page of its own. */
const UNDESCRIBED = new Set(['web']);

/** Swagger's page: its scripts are files of ours, its styles partly set by script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function readDocument(
  service: string,
  set: InstanceSet | undefined,
  serviceToken: string,
): Promise<ServiceDocument> {
  const instance = set?.instances[0];
  if (instance === undefined) throw new Error(`${service} has no address`);
  const head = { 'x-service-token': serviceToken };
  const { status, pieces } = await fetchWhole(instance, OPENAPI_PATH, head, LIMIT_BYTES);
  if (status !== 200) throw new Error(`${service} answered ${status}`);
  return { service, document: JSON.parse(Buffer.concat(pieces).toString()) as ServiceDocument['document'] };
}

/** `/docs` and `/docs/openapi.json`: what all services say of themselves, whichever of them answer. */
export async function docsRoutes(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { services, serviceToken, publicUrl } = options;
  let document: Record<string, unknown> = {};
  let keptUntil = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const names = Object.keys(services).filter((name) => !UNDESCRIBED.has(name));
    const documents: ServiceDocument[] = [];
    const absent: string[] = [];
    for (const name of names) {
      try {
        documents.push(await readDocument(name, services[name], serviceToken));
      } catch {
        absent.push(name);
      }
    }
    document = mergeOpenapi(documents, { publicUrl, absent });
    keptUntil = Date.now() + (absent.length === 0 ? KEPT_MS : INCOMPLETE_KEPT_MS);
  }

  async function refresh(): Promise<void> {
    if (Date.now() < keptUntil) return;
    await (reading ??= read().finally(() => (reading = null)));
  }

  app.get('/docs/openapi.json', async () => {
    await refresh();
    return document;
  });
  // The page wants the plugin that reads routes of its own process; ours come from the services.
  await app.register(
    fp(
      async (scope) => {
        // As open as what the services send; its users only pass it on.
        scope.decorate('swagger', (() => document) as FastifyInstance['swagger']);
      },
      { name: '@fastify/swagger' },
    ),
  );
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiHooks: { onRequest: async () => refresh() },
    theme: { title: 'Vidhi API' },
    uiConfig: { docExpansion: 'none', tryItOutEnabled: false },
  });
}
