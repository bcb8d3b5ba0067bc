import type { PictureStore } from '../media/picture-store.ts';
import { VARIANTS } from './make-variants.ts';
import type { VariantLedger } from './mongo-variants.ts';
import { variantUrlsOf } from './picture-step.ts';

/** Pages that were rendered before a picture changed are gone by then, and so is a step that was interrupted. */
const KEPT_MS = 24 * 3_600_000;

interface RemoveOrphansDependencies {
  ledger: Pick<VariantLedger, 'each'>;
  variants: Pick<PictureStore, 'list' | 'open' | 'remove'>;
  /** Whether no other site keeps files there. */
  isAlone?: () => Promise<boolean>;
  now?: () => number;
}

/**
 * Removes files that no picture names and that are a day old. One that was made again meanwhile is young again, and
 * may be named by now. Where no picture names any, the database is not the one that they belong to, and all stay.
 */
export function createRemoveOrphans(dependencies: RemoveOrphansDependencies) {
  const { ledger, variants, isAlone = async () => true, now = Date.now } = dependencies;
  const isOld = (modifiedAt: Date): boolean => now() - modifiedAt.getTime() > KEPT_MS;

  async function isStillOld(address: string): Promise<boolean> {
    const opened = await variants.open(address);
    await opened?.close();
    return opened === null || isOld(opened.modifiedAt);
  }

  return async (): Promise<void> => {
    const old: string[] = [];
    for await (const { address, modifiedAt } of variants.list()) if (isOld(modifiedAt)) old.push(address);
    if (old.length === 0 || !(await isAlone())) return;
    const named = new Set<string>();
    await ledger.each((picture) => {
      for (const url of variantUrlsOf(picture)) named.add(url);
    });
    if (named.size === 0) return;
    for (const address of old)
      if (!named.has(`${VARIANTS}${address}`) && (await isStillOld(address))) await variants.remove(address);
  };
}
