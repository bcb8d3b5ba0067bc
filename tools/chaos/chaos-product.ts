import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { createClient, type Client, type Exchange } from '@vidhi/harness/http-exchange.ts';
import { startOwnProduct, type OwnProduct } from '@vidhi/harness/own-product.ts';
import { failPointEnv, openArmedPoints, type ArmedPoints } from './armed-points.ts';
import { openDatabases, type Databases } from './databases.ts';

/** Books of which there are always copies, and books of which there are few. */
export const PLENTY = [1, 2, 3];
export const SCARCE = [11, 12];
const COPIES = 25;

/** The site's own address, to which notices of orders and registrations go. */
const CONTACT = 'desk@shop.example';

/** Processes that no purchase and no registration needs. The gateway is not ready without news. */
const LEFT_OUT = ['web'];

/** Shortens pauses that are for real providers and people. Nothing depends on them but the time until all is settled. */
const SETTINGS: Readonly<Record<string, string>> = {
  CONTACT_EMAIL: CONTACT,
  PAYMENT_CHECKS_MS: `2000,3000,5000,${'10000,'.repeat(6)}20000,30000,60000,120000`,
  PAYMENT_SWEEP_MS: '1000',
  PAYMENT_LISTING_MS: '30000',
  REFUND_CHECK_MS: '2000',
  REFUND_SETTLE_MS: '1000',
  PROVIDER_CALLS_PER_SECOND: '50',
  WEBHOOK_RETRY_MS: '1000',
  CLEANUP_SWEEP_MS: '2000',
  STOCK_HOLD_MS: '60000',
  UNPAID_PERCENT_PER_ADDRESS: '0',
  RECONCILIATION_GRACE_MS: '180000',
  MAIL_SWEEP_MS: '2000',
  MAIL_LEASE_MS: '8000',
  SMTP_DEADLINE_MS: '4000',
  MAX_MAILS: '100000',
  MIN_PASSWORD_LENGTH: '6',
};

const REQUEST_MS = 15_000;
/** Long, as a machine that does other work besides restarts a service in half a minute. */
const PATIENCE_MS = 600_000;
const AGAIN_MS = 250;
const SESSION_MS = 240_000;
const MAX_RESTART_PAUSE_MS = 200;

/** Restarts processes at once, however often they were killed. */
const CLOCK = {
  now: () => performance.now(),
  delay: (ms: number, signal: AbortSignal) =>
    delay(Math.min(ms, MAX_RESTART_PAUSE_MS), undefined, { signal }),
};

export interface ChaosProductOptions {
  hasProxies?: boolean;
  /** Environment of the services beyond that of every run. */
  settings?: Readonly<Record<string, string>>;
  ended: AbortSignal;
  say: (line: string) => void;
}

/** The shop on ports and data of its own, with armed fail points and open databases. */
export interface ChaosProduct {
  product: OwnProduct;
  points: ArmedPoints;
  databases: Databases;
  /** Clients of the gateway, the payment sandbox and the mail inbox. */
  site: Client;
  provider: Client;
  inbox: Client;
  /** Headers of a member of staff. */
  asAdministrator(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** Returns whether the request should be repeated: there was no response, or 5xx, or 429. */
export const isTransientFailure = ({ status }: Exchange): boolean =>
  status === null || status >= 500 || status === 429;

/** Repeats a request until `isOpen` is false for its response: by default, until there is one other than 5xx or 429. */
export async function repeatUntilResponse(
  request: () => Promise<Exchange>,
  ended: AbortSignal,
  isOpen: (exchange: Exchange) => boolean = isTransientFailure,
): Promise<Exchange> {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(AGAIN_MS)) {
    const exchange = await request();
    if (!isOpen(exchange) || Date.now() > end || ended.aborted) return exchange;
  }
}

const folderOf = (dataDir: string): string => join(dataDir, 'fail-points');

const bookOf = (id: number) => ({
  id,
  Title: `Book ${id}`,
  Price: 400 + 10 * id,
  discount: id % 2 === 0 ? 10 : null,
  ...(SCARCE.includes(id) ? { stock: COPIES } : {}),
});

async function seed(product: OwnProduct, site: Client, ended: AbortSignal): Promise<void> {
  const items = [...PLENTY, ...SCARCE].map(bookOf);
  await product.ensureStaff();
  await product.importParts([{ service: 'catalog', type: 'book', items }]);
  for (const { id } of items) {
    const data = { catalog_books: id, Quantity: 1, Batch_id: 'nobody-buys-this-cart' };
    const add = () => site('/api/carts', { method: 'POST', body: { data } });
    // Until cart-orders has read the book.
    const { status, body } = await repeatUntilResponse(add, ended, (exchange) => exchange.status !== 200);
    if (status !== 200) throw new Error(`book ${id} cannot be bought: ${body}`);
  }
}

/** Logs in as the administrator of the demo, once for some minutes. */
function createLogin(site: Client, ended: AbortSignal): () => Promise<Record<string, string>> {
  let headers: Record<string, string> = {};
  let loggedInAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - loggedInAt < SESSION_MS) return headers;
    const { email: identifier, password } = administrator();
    const logIn = () => site('/api/auth/local', { method: 'POST', body: { identifier, password } });
    const { status, body } = await repeatUntilResponse(logIn, ended);
    if (status !== 200) throw new Error(`the administrator cannot log in: ${status}`);
    headers = { authorization: `Bearer ${(JSON.parse(body) as { jwt: string }).jwt}` };
    loggedInAt = performance.now();
    return headers;
  };
}

function administrator(): (typeof DEMO_STAFF)[number] {
  const found = DEMO_STAFF.find(({ role }) => role === 'administrator');
  if (found === undefined) throw new Error('the demo has no administrator');
  return found;
}

export async function startChaosProduct(options: ChaosProductOptions): Promise<ChaosProduct> {
  const { hasProxies = false, settings = {}, ended, say } = options;
  for (const [name, value] of Object.entries({ ...SETTINGS, ...settings })) process.env[name] = value;
  const product = await startOwnProduct({
    name: 'chaos',
    hasProxies,
    leftOut: LEFT_OUT,
    addedEnv: (dataDir) => failPointEnv(folderOf(dataDir)),
    clock: CLOCK,
    ended,
    say,
  });
  const points = openArmedPoints(folderOf(product.dataDir));
  const { gateway, paymentSandbox, mailInbox } = product.addresses();
  const site = createClient(gateway, REQUEST_MS);
  const provider = createClient(paymentSandbox, REQUEST_MS);
  const inbox = createClient(mailInbox, REQUEST_MS);
  let databases: Databases | null = null;
  async function close(): Promise<void> {
    for (const client of [site, provider, inbox]) client.close();
    await databases?.close();
    await product.close();
  }
  try {
    databases = await openDatabases(product.engineUrl('mongo'));
    await seed(product, site, ended);
    return {
      product,
      points,
      databases,
      site,
      provider,
      inbox,
      asAdministrator: createLogin(site, ended),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
