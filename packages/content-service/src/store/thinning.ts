import type { RevisionEntry } from './revisions.ts';

const DAY_MS = 86_400_000;
/** All revisions of so many days stay. */
export const FULL_DAYS = 30;
const YEAR_DAYS = 365;

/** Kinds of revisions that readers have seen, or that explain what they saw. */
const PERMANENT_KINDS: ReadonlySet<string> = new Set(['publish', 'correction', 'takedown']);

const isPermanent = ({ kind, name }: RevisionEntry): boolean =>
  name !== undefined || PERMANENT_KINDS.has(kind);

/**
 * Returns the revisions to remove: of those older than a month all but the last of each day, of those older than a year all;
 * never a named one, nor one that readers saw. `entries` are newest first.
 */
export function expendableRevisions(entries: readonly RevisionEntry[], now: Date): string[] {
  const days = new Set<string>();
  return entries.flatMap((entry) => {
    const age = (now.getTime() - Date.parse(entry.at)) / DAY_MS;
    if (isPermanent(entry) || age < FULL_DAYS) return [];
    const day = entry.at.slice(0, 10);
    const isFirst = !days.has(day);
    days.add(day);
    return isFirst && age < YEAR_DAYS ? [] : [entry.rev];
  });
}
