import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { OPENAPI_PATH } from '@vidhi/service-kit/openapi.ts';
import { anAccountsApp } from '../../services/accounts/src/app-builder.ts';
import { aCartApp } from '../../services/cart-orders/src/cart-app-builder.ts';
import { aDescribedCatalog } from '../../services/catalog/src/described-app-builder.ts';
import type { ServiceDocument } from '../../services/gateway/src/docs/merged-openapi.ts';
import { aNewsApp } from '../../services/news/src/app-builder.ts';
import { buildApp as buildNotify } from '../../services/notify/src/app.ts';
import { createRequestLimits } from '../../services/notify/src/limits/request-limits.ts';
import { unusedDesk } from '../../services/notify/src/newsletter/newsletter-app-builder.ts';
import { aPaymentsApp } from '../../services/payments/src/app-builder.ts';

const unused = async (): Promise<never> => {
  throw new Error('only the description is read');
};

const carts = {
  list: unused,
  find: unused,
  add: unused,
  setQuantity: unused,
  checkedOut: unused,
  remove: unused,
  restore: unused,
  merge: unused,
  takePurchased: unused,
  listStored: unused,
  deleteRemovedBefore: unused,
  removeOf: unused,
  removeGuestLinesBefore: unused,
};

const aNotifyApp = async (): Promise<FastifyInstance> =>
  buildNotify({
    logLevel: false,
    metrics: createMetrics('notify'),
    readiness: () => ({}),
    isReady: () => true,
    trustedProxies: [],
    serviceToken: 's'.repeat(32),
    ledger: {
      findKnown: unused,
      stats: unused,
      findDead: unused,
      requeueDead: unused,
      listOfPurchase: unused,
      resend: unused,
      findSent: unused,
    },
    enqueue: unused,
    receiveContact: unused,
    readSite: unused,
    subscribe: unused,
    subscribers: {
      find: unused,
      confirm: unused,
      unsubscribe: unused,
      import: unused,
      removeImported: unused,
      countImported: unused,
      readPreferences: unused,
      choose: unused,
    },
    personalData: {
      subscribers: { find: unused, erase: unused },
      messages: { listFrom: unused, removeFrom: unused },
      grievances: { listFrom: unused, removeFrom: unused },
    },
    limits: createRequestLimits(inProcessCounters()),
    nextResponseId: unused,
    importOrigin: { claim: unused, check: unused, find: unused },
    ...unusedDesk(),
  });

/** A route as documents name it: `GET /api/posts/{id}`. */
const described = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}');
const OF_THE_API = /^(GET|POST|PUT|PATCH|DELETE) \/api\//;

/** Resolves with the routes of the API that a document does not describe, and that are not rejected with 405. */
async function undescribedRoutes(
  app: FastifyInstance,
  { paths }: ServiceDocument['document'],
): Promise<string[]> {
  const known = new Set(
    Object.entries(paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const missing: string[] = [];
  for (const route of app.registeredRoutes) {
    if (!OF_THE_API.test(route) || known.has(described(route))) continue;
    const [method, path = ''] = route.split(' ');
    const url = path.replaceAll(/:\w+/g, '1');
    const { statusCode } = await app.inject({ method: method as 'GET', url });
    if (statusCode !== 405) missing.push(described(route));
  }
  return missing.toSorted();
}

interface DescribedService extends ServiceDocument {
  undescribed: string[];
}

export const readServiceDocuments = async (): Promise<ServiceDocument[]> =>
  (await readServices()).map(({ service, document }) => ({ service, document }));

/** Builds each service in this process, and reads its OpenAPI document and the routes that it leaves out. */
export async function readServices(): Promise<DescribedService[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vidhi-openapi-'));
  const builders: Readonly<Record<string, () => Promise<FastifyInstance>>> = {
    news: async () => (await aNewsApp()).app,
    catalog: async () => aDescribedCatalog(folder),
    accounts: async () => (await anAccountsApp()).app,
    'cart-orders': async () => aCartApp(carts),
    payments: async () => aPaymentsApp(async () => null),
    notify: aNotifyApp,
  };
  try {
    const services: DescribedService[] = [];
    for (const [service, build] of Object.entries(builders)) {
      const app = await build();
      try {
        const document: ServiceDocument['document'] = (await app.inject(OPENAPI_PATH)).json();
        services.push({ service, document, undescribed: await undescribedRoutes(app, document) });
      } finally {
        await app.close();
      }
    }
    return services;
  } finally {
    await rm(folder, { recursive: true });
  }
}
