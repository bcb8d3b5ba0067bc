import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { retryTransient } from '@vidhi/service-kit/retry.ts';
import type { Destination } from './destinations.ts';
import type { ImportBatch, ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** Addresses of the running site's services, as recorded by the launcher. */
export interface RunningSite {
  services: {
    accounts: string;
    catalog: string;
    news: { write: string };
    notify: string;
    'cart-orders': string;
  };
  serviceToken: string;
}

/** An error response of a service. */
export class ImportRequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ImportRequestError';
    this.status = status;
  }
}

const RETRY = { firstMs: 250, maxMs: 16_000, retries: 7 };
const REQUEST_MS = 120_000;

export async function findRunningSite(dataDir: string): Promise<RunningSite> {
  const file = join(dataDir, 'run', 'services.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as RunningSite;
  } catch (cause) {
    throw new Error(
      `Vidhi does not run from ${dataDir}: start it with npm start and import from a second terminal.`,
      { cause },
    );
  }
}

export type ServiceName = Destination['service'];

function addressOf({ services }: RunningSite, service: ServiceName): string {
  return service === 'news' ? services.news.write : services[service];
}

const isTransient = (error: unknown): boolean =>
  !(error instanceof ImportRequestError) || error.status === 503 || error.status === 429;

/** Resolves with the body of a successful response; throws an ImportRequestError for an error response. */
async function bodyOf(response: Response, service: ServiceName): Promise<unknown> {
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  let message = text.slice(0, 500);
  try {
    message = (JSON.parse(text) as { error?: { message?: string } }).error?.message ?? message;
  } catch {
    // Not an error envelope: use the text itself.
  }
  throw new ImportRequestError(
    response.status,
    response.status < 500 ? message : `${service} responded ${response.status} ${message}`,
  );
}

export interface ImportClient {
  /** Sends documents of one type; resolves with the outcome. */
  putDocuments(service: ServiceName, type: string, batch: ImportBatch): Promise<ImportOutcome>;
  /** Sends one picture; `assets` maps `original` and the names of its formats to paths of their bytes. */
  putPicture(
    document: StoredDocument,
    assets: ReadonlyMap<string, string>,
    origin: ImportBatch['origin'],
  ): Promise<ImportOutcome>;
}

export interface ImportClientOptions {
  site: RunningSite;
  /** Makes a service delete the demo site for this one. */
  replace: boolean;
  /** The services validate and compare only, and write nothing. */
  dryRun?: boolean;
}

/** Creates a client of the services' import endpoints. Retries temporary errors: imports are idempotent. */
export function createImportClient({ site, replace, dryRun = false }: ImportClientOptions): ImportClient {
  const headers = {
    'x-service-token': site.serviceToken,
    ...(replace ? { 'x-import-replace': 'true' } : {}),
  };
  const post = (service: ServiceName, type: string, init: RequestInit): Promise<ImportOutcome> =>
    retryTransient(
      async () => {
        const response = await fetch(`${addressOf(site, service)}/internal/import/${type}`, {
          method: 'POST',
          ...init,
          headers: { ...headers, ...init.headers },
          signal: AbortSignal.timeout(REQUEST_MS),
        });
        return (await bodyOf(response, service)) as ImportOutcome;
      },
      { ...RETRY, isTransient },
    );
  return {
    putDocuments: (service, type, batch) =>
      post(service, type, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...batch, dryRun }),
      }),
    async putPicture(document, assets, origin) {
      const form = new FormData();
      form.append('document', JSON.stringify({ item: document, origin, dryRun }));
      for (const [part, path] of assets) form.append(part, await openAsBlob(path), part);
      return post('catalog', 'files', { body: form });
    },
  };
}
