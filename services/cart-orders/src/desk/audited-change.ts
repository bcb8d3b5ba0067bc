import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import type { PurchaseEvents } from '../purchases/purchase-events.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { PurchaseChange } from './purchase-changes.ts';

/** A write of staff at the desk: the account, and its verb in the audit log. */
export interface DeskAct {
  actor: Actor;
  action: string;
  at?: Date;
  /** Values without personal data, where the names of the changed attributes do not say enough. */
  changes?: readonly AuditChange[];
}

/** Attributes that follow from others of the same write. */
const FOLLOWING: readonly (keyof Purchase)[] = ['packedBy', 'copyMoves', 'documentsDue', 'addressChanges'];

type ChangeOf = (purchase: Purchase) => PurchaseChange | null;

/** Returns the names of the attributes that a change alters: addresses, notes and parcels are personal data. */
function changedPaths(purchase: Purchase, { set, unset = [] }: PurchaseChange): AuditChange[] {
  const names = Object.keys(set) as (keyof Purchase)[];
  return [...names.filter((name) => !isDeepStrictEqual(set[name], purchase[name])), ...unset]
    .filter((name) => !FOLLOWING.includes(name))
    .map((path) => ({ path }));
}

/** Returns the change with its entry of the audit log, in the same write; none where nothing changes. */
export const auditedChange =
  (
    { audited }: Pick<PurchaseEvents, 'audited'>,
    { at = new Date(), ...act }: DeskAct,
    change: ChangeOf,
  ): ChangeOf =>
  (purchase) => {
    const wanted = change(purchase);
    if (wanted === null) return null;
    const changes = act.changes ?? changedPaths(purchase, wanted);
    if (changes.length === 0) return wanted;
    return { ...wanted, events: [...(wanted.events ?? []), audited(purchase, { ...act, at, changes })] };
  };
