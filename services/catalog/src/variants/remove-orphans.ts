import type { PictureStore } from '../media/picture-store.ts';
import { VARIANTS } from './make-variants.ts';
import type { VariantLedger } from './mongo-variants.ts';
import { variantUrlsOf } from './picture-step.ts';

/** Pages that were rendered before a picture changed are gone by then, and so is a step that was interrupted. */
const KEPT_MS = 24 * 3_600_000;

interface RemoveOrphansDependencies {
  ledger: Pick<VariantLedger, 'each'>;
  variants: Pick<PictureStore, 'list' | 'remove'>;
  now?: () => number;
}

/** Removes files that no picture names and that are a day old. */
export function createRemoveOrphans({ ledger, variants, now = Date.now }: RemoveOrphansDependencies) {
  return async (): Promise<void> => {
    const old: string[] = [];
    for await (const { address, modifiedAt } of variants.list())
      if (now() - modifiedAt.getTime() > KEPT_MS) old.push(address);
    if (old.length === 0) return;
    const named = new Set<string>();
    await ledger.each((picture) => {
      for (const url of variantUrlsOf(picture)) named.add(url);
    });
    for (const address of old) if (!named.has(`${VARIANTS}${address}`)) await variants.remove(address);
  };
}
