import { WireError, unavailable } from '@vidhi/contracts/errors.ts';
import type { SellerState } from '@vidhi/contracts/seller.ts';
import type { Check } from '@vidhi/service-kit/health.ts';

/** Shown to buyers. */
export const NO_SELLER = 'The shop cannot take payments yet: its owner has not named the seller.';
/** Settings of the seller may change; that they were complete is believed for this long. */
const MAX_AGE_MS = 30_000;
const RETRY_SECONDS = 60;

export interface SellerCheck {
  /**
   * Throws 503 where a payment would have no seller: with live keys of the card provider but no settings of the seller.
   * Also while cart-orders, which has these settings, does not respond.
   */
  requireSeller(): Promise<void>;
  /** The state as last read, for `/readyz`. */
  check(): Check;
}

/** Whether payments with this key of the card provider are real. */
export const isLiveKey = (keyId: string): boolean => keyId.startsWith('rzp_live_');

/** Resolves with which settings are missing. Rejects while cart-orders does not respond. */
export type FindSeller = () => Promise<SellerState>;

/** With test keys nobody is charged: everything is allowed then, and cart-orders is not called. */
export function createSellerCheck(options: {
  keyId: string;
  findSeller: FindSeller;
  /** Called when settings are missing, once for each set of them. */
  onMissing: (names: readonly string[]) => void;
  now?: () => number;
}): SellerCheck {
  const { keyId, findSeller, onMissing, now = () => performance.now() } = options;
  let last: { missing: readonly string[]; readAt: number } | null = null;
  let reported = '';

  async function readMissing(): Promise<readonly string[]> {
    if (last !== null && now() - last.readAt < MAX_AGE_MS) return last.missing;
    const { missing } = await findSeller();
    last = { missing, readAt: now() };
    if (missing.length > 0 && reported !== missing.join()) onMissing(missing);
    reported = missing.join();
    return missing;
  }

  return {
    async requireSeller() {
      if (!isLiveKey(keyId)) return;
      const missing = await readMissing().catch(() => {
        throw unavailable(5, 'try again');
      });
      if (missing.length > 0)
        throw new WireError(503, 'ServiceUnavailableError', NO_SELLER, { retryAfterSeconds: RETRY_SECONDS });
    },
    check() {
      if (!isLiveKey(keyId)) return { ok: true, isAdvisory: true };
      if (last === null)
        return { ok: false, isAdvisory: true, detail: 'cart-orders has not named the seller yet' };
      const { missing } = last;
      return missing.length === 0
        ? { ok: true, isAdvisory: true }
        : {
            ok: false,
            isAdvisory: true,
            detail: `no payments are taken: set ${missing.join(', ')} of cart-orders, or the seller at /console/shop-settings`,
          };
    },
  };
}
