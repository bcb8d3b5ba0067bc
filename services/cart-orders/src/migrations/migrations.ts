import type { Migration } from '@vidhi/service-kit/migrations.ts';
import { paymentLinkSearchKeys } from './payment-link-search-keys.ts';

/** In the order in which `npm run migrate` applies them. Add to the end; change and remove nothing. */
export const MIGRATIONS: readonly Migration[] = [paymentLinkSearchKeys];
