import { WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Collection } from '@vidhi/content-engine';
import type { PresentValues } from '../http/present-values.ts';
import type { Values } from '../store/content-document.ts';
import type { Revised } from '../store/content-writes.ts';
import { type JobAction, type JobActions, type JobPlan, titleOf } from './job-actions.ts';
import type { StoredJob, StoredJobRow } from './job-store.ts';

export const pick = (doc: Values, names: Iterable<string>): Values =>
  Object.fromEntries([...names].map((name) => [name, doc[name] ?? null]));

export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

type Update = Extract<JobPlan, { kind: 'update' }>;

/** Names of the attributes that a plan changes, or lets the writer change. */
export const changedBy = ({ patch, touches = [] }: Update): string[] => [...Object.keys(patch), ...touches];

export interface PlannerOptions {
  collections: readonly Collection[];
  actionsOf: (collection: Collection) => JobActions;
  presentValues: PresentValues;
}

/** Finds collections and actions of jobs, and what the actions do with documents. */
export function createPlanner({ collections, actionsOf, presentValues }: PlannerOptions) {
  const byName = new Map(collections.map((collection) => [collection.name, collection]));

  function collectionOf(name: string): Collection {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`No collection ${name}`);
    return found;
  }

  function actionOf({ plural, action }: StoredJob): JobAction {
    const collection = collections.find((one) => one.plural === plural);
    const found = collection === undefined ? undefined : actionsOf(collection)[action];
    if (found === undefined) throw new WireError(400, 'ValidationError', 'There is no such action any more');
    return found;
  }

  /** Returns what a job does with a document; null where it has the wanted values already. Throws as the action does. */
  function planOf(job: StoredJob, name: string, doc: StoredDocument): JobPlan | null {
    const collection = collectionOf(name);
    const plan = actionOf(job).plan({ collection, doc, items: job.items }, job.params);
    if (plan === null || plan.kind === 'remove') return plan;
    const patch = presentValues(collection, plan.patch);
    const isPresent = isSame(patch, plan.patch);
    return !isPresent && isSame(pick(doc, Object.keys(patch)), patch) ? null : { ...plan, patch };
  }

  /** Returns a row as it is stored before its document is changed. Actions that are not possible are reported by the attempt. */
  function plannedRow(job: StoredJob, row: StoredJobRow, found: Revised | undefined): StoredJobRow {
    if (found === undefined) return row;
    const titled = { ...row, title: titleOf(found.doc) };
    try {
      const plan = planOf(job, row.of, found.doc);
      if (plan === null) return titled;
      if (plan.kind === 'remove') return { ...titled, removes: true };
      return { ...titled, before: pick(found.doc, changedBy(plan)) };
    } catch {
      return titled;
    }
  }

  return { collectionOf, actionOf, planOf, plannedRow };
}

export type Planner = ReturnType<typeof createPlanner>;
