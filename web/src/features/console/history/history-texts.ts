import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';

/** Acts, as the list of a history names them. */
const KINDS: Readonly<Record<string, string>> = {
  create: 'Written',
  save: 'Saved',
  submit: 'Submitted for review',
  approve: 'Approved',
  'request-changes': 'Changes requested',
  publish: 'Published',
  schedule: 'Scheduled',
  unpublish: 'Unpublished',
  archive: 'Archived',
  restore: 'Restored',
  remove: 'Deleted',
  import: 'Imported',
  correction: 'Corrected',
  takedown: 'Taken down',
  conflict: 'Lost a conflict',
  discarded: 'Discarded changes',
};

export const kindName = ({ kind }: Pick<ListedRevision, 'kind'>): string => KINDS[kind] ?? kind;

export const personName = ({ by }: Pick<ListedRevision, 'by'>): string =>
  by === null ? 'The system' : by.name || `Account ${by.id}`;
