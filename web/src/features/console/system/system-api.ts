import type { DeadLetterContent, DeadLetterList } from '@vidhi/contracts/dead-letters.ts';
import type { DeadMailList } from '@vidhi/contracts/mail-requests.ts';
import type { ImportKind, SiteImport } from '@vidhi/contracts/site-imports.ts';
import type { MailServerState } from '@vidhi/contracts/server-settings.ts';
import type { BackupList, RestoreDrillList, SystemHealth } from '@vidhi/contracts/system-health.ts';
import { resourceApi } from '../kit/resource-api.ts';

const PATH = '/system/health';
const LETTERS = '/system/dead-letters';
const MAILS = '/system/notify/dead-mails';

/** The state of the site: one document, observed anew with every request. */
export const systemApi = resourceApi<SystemHealth>('system', {
  list: () => PATH,
  toPage: (body) => ({ rows: [(body as { data: SystemHealth }).data], total: 1 }),
  one: () => PATH,
  toRow: (body) => (body as { data: SystemHealth }).data,
});

export type DeadMail = DeadMailList['data'][number];

/** Mails that were given up. */
export const deadMailApi = resourceApi<DeadMail>('dead-mails', {
  list: () => MAILS,
  toPage: (body) => {
    const { data, meta } = body as DeadMailList;
    return { rows: data, total: meta.total };
  },
});
export const resendCall = (ids: readonly string[]) => ({
  url: `${MAILS}/resend`,
  method: 'POST',
  body: { ids },
});

const MAIL_SERVER = '/system/notify/mail-server';

/** The mail server: one document. */
export const mailServerApi = resourceApi<MailServerState['data']>('mail-server', {
  list: () => MAIL_SERVER,
  toPage: (body) => ({ rows: [(body as MailServerState).data], total: 1 }),
  one: () => MAIL_SERVER,
  toRow: (body) => (body as MailServerState).data,
});

export type DeadLetter = DeadLetterList['data'][number];

/** Events that a service could not handle. */
export const deadLetterApi = resourceApi<DeadLetter>('dead-letters', {
  list: () => LETTERS,
  toPage: (body) => {
    const { data, meta } = body as DeadLetterList;
    return { rows: data, total: meta.total };
  },
});
export const replayCall = (ids: readonly string[]) => ({
  url: `${LETTERS}/replay`,
  method: 'POST',
  body: { ids },
});
export const dropCall = (id: string, reason: string) => ({
  url: `${LETTERS}/${id}/drop`,
  method: 'POST',
  body: { reason },
});

/** The content of one, which is read for itself. */
export const letterContentApi = resourceApi<DeadLetterContent['data']>('dead-letter-contents', {
  list: () => LETTERS,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `${LETTERS}/${id}`,
  toRow: (body) => (body as DeadLetterContent).data,
});

export type Backup = BackupList['data'][number];

export const backupApi = resourceApi<Backup>('backups', {
  list: () => '/system/backups',
  toPage: (body) => {
    const { data } = body as BackupList;
    return { rows: data, total: data.length };
  },
});

/** Tries to restore a backup. */
export const restoreDrillApi = resourceApi<RestoreDrillList['data'][number]>('restore-drills', {
  list: () => '/system/restore-drills',
  toPage: (body) => {
    const { data } = body as RestoreDrillList;
    return { rows: data, total: data.length };
  },
});

const IMPORTS = '/system/imports';

/** The archive of a Strapi site that is to be imported, and the last run. */
export const importApi = resourceApi<SiteImport>('site-imports', {
  list: () => IMPORTS,
  toPage: (body) => ({ rows: [(body as { data: SiteImport }).data], total: 1 }),
  one: () => IMPORTS,
  toRow: (body) => (body as { data: SiteImport }).data,
});
export const startImportCall = (kind: ImportKind, replacesDemo: boolean) => ({
  url: `${IMPORTS}/runs`,
  method: 'POST',
  body: { kind, ...(replacesDemo ? { replaces_demo: true } : {}) },
});
export const deleteArchiveCall = { url: `${IMPORTS}/archive`, method: 'DELETE' } as const;
