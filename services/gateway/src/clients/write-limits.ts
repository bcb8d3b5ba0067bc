import type { AttemptCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { tooManyRequests } from '@vidhi/contracts/errors.ts';
import { limitKeyOf } from './client-addresses.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Views are counted once for each visitor, news limits those of pages, and the card provider sends from few addresses. */
const UNLIMITED = [/^PUT \/api\/posts\/[^/]+$/, /^POST \/api\/page-views$/, /^POST \/api\/payment\/webhook$/];
/** Each reserves copies of books and creates an order of the card provider. */
const CHECKOUT = /^POST \/api\/payment\/(?:checkout|order)$/;
/** A verification with a valid signature causes a request to the card provider. */
const VERIFICATION = /^POST \/api\/payment\/verify$/;
/** Looks for an order by number and e-mail address. */
const ORDER_QUERY = /^POST \/api\/order-status$/;

export interface WriteLimitsOptions {
  counters: Pick<AttemptCounters, 'hit'>;
  /** Writes of one address; 0 is no limit, here and below. */
  writesPerMinute: number;
  /** Uploads of one address with an access token. */
  uploadsPerHour: number;
  /** Payment orders of carts and of single books. */
  checkoutsPerMinute: number;
  verificationsPerMinute: number;
  orderQueriesPerMinute: number;
}

export interface WriteOfClient {
  method: string;
  path: string;
  address: string;
  /** Whether it stores files for somebody with an access token; a registration has an allowance of its own. */
  isMembersUpload: boolean;
}

/** Counts a write of somebody who is not staff. Rejects with 429 when its address has made too many. */
export type AdmitWrite = (write: WriteOfClient) => Promise<void>;

/** Limits how often one address writes, for what reaches a service; each process of the gateway counts by itself. */
export function createAdmitWrite({
  counters,
  writesPerMinute,
  uploadsPerHour,
  checkoutsPerMinute,
  verificationsPerMinute,
  orderQueriesPerMinute,
}: WriteLimitsOptions): AdmitWrite {
  async function count(name: string, address: string, max: number, windowMs: number): Promise<void> {
    if (max === 0) return;
    const hit = await counters.hit(`${name}:${limitKeyOf(address)}`, windowMs);
    if (hit.count > max) throw tooManyRequests();
  }
  return async ({ method, path, address, isMembersUpload }) => {
    const route = `${method} ${path}`;
    if (UNLIMITED.some((pattern) => pattern.test(route))) return;
    await count('write', address, writesPerMinute, MINUTE_MS);
    if (CHECKOUT.test(route)) await count('checkout', address, checkoutsPerMinute, MINUTE_MS);
    if (VERIFICATION.test(route)) await count('verification', address, verificationsPerMinute, MINUTE_MS);
    if (ORDER_QUERY.test(route)) await count('order-query', address, orderQueriesPerMinute, MINUTE_MS);
    if (isMembersUpload) await count('upload', address, uploadsPerHour, HOUR_MS);
  };
}
