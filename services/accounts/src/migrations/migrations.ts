import type { Migration } from '@vidhi/service-kit/migrations.ts';
import { completeAccounts } from './complete-accounts.ts';
import { desksOfEditors } from './desks-of-editors.ts';

/** In the order in which `npm run migrate` applies them. Add to the end; change and remove nothing. */
export const MIGRATIONS: readonly Migration[] = [completeAccounts, desksOfEditors];
