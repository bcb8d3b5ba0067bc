import type { PictureStore } from '../files/picture-store.ts';
import { VARIANTS } from '../variants/make-variants.ts';
import type { VariantLedger } from '../variants/mongo-variants.ts';
import { variantUrlsOf } from '../variants/picture-step.ts';

/** Longer than cached pages live that reference replaced files, and longer than any step takes. */
const MIN_AGE_MS = 24 * 3_600_000;

interface RemoveUnreferencedDependencies {
  ledger: Pick<VariantLedger, 'each'>;
  variants: Pick<PictureStore, 'list' | 'open' | 'remove'>;
  /** Resolves with whether no other site stores files in the same bucket prefix. */
  isOnlySite?: () => Promise<boolean>;
  now?: () => number;
}

/**
 * Deletes variant files that are unreferenced and older than a day. Checks the age again before deleting, as a step may
 * have stored the same file meanwhile. Deletes nothing when no picture references any variant, as it is probably the
 * wrong database.
 */
export function createRemoveUnreferencedVariants(dependencies: RemoveUnreferencedDependencies) {
  const { ledger, variants, isOnlySite = async () => true, now = Date.now } = dependencies;
  const isOld = (modifiedAt: Date): boolean => now() - modifiedAt.getTime() > MIN_AGE_MS;

  async function isStillOld(address: string): Promise<boolean> {
    const opened = await variants.open(address);
    await opened?.close();
    return opened === null || isOld(opened.modifiedAt);
  }

  return async (): Promise<void> => {
    const old: string[] = [];
    for await (const { address, modifiedAt } of variants.list()) if (isOld(modifiedAt)) old.push(address);
    if (old.length === 0 || !(await isOnlySite())) return;
    const referenced = new Set<string>();
    await ledger.each((picture) => {
      for (const url of variantUrlsOf(picture)) referenced.add(url);
    });
    if (referenced.size === 0) return;
    for (const address of old)
      if (!referenced.has(`${VARIANTS}${address}`) && (await isStillOld(address)))
        await variants.remove(address);
  };
}
