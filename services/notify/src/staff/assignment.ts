import type { AuditChange } from '@vidhi/contracts/audit.ts';

/** Returns the filter of documents by the account that looks after them; `me` is the one that lists. */
export function assignedTo(
  assignee: string | undefined,
  me: number,
): { assignee?: number | { $exists: boolean } } {
  if (assignee === undefined) return {};
  if (assignee === 'none') return { assignee: { $exists: false } };
  return { assignee: assignee === 'me' ? me : Number(assignee) };
}

/** Returns what a new state and a new assignee, null for nobody, change of a document. */
export function assignmentChanges(
  read: { state: string; assignee?: number | undefined },
  { state, assignee }: { state: string; assignee: number | null },
): AuditChange[] {
  const before = read.assignee ?? null;
  return [
    ...(state === read.state ? [] : [{ path: 'state', from: read.state, to: state }]),
    ...(assignee === before ? [] : [{ path: 'assignee', from: before, to: assignee }]),
  ];
}
