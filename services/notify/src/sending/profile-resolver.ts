import { MailedDecision } from '@vidhi/contracts/directory-desk.ts';
import { UserContact } from '@vidhi/contracts/purchases.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { MailResolver } from './mail-resolver.ts';

const TIMEOUT_MS = 5_000;

interface ProfileResolverOptions {
  catalogUrl: string;
  accountsUrl: string;
  serviceToken: string;
  publicUrl: string;
}

/**
 * Creates a resolver of decisions about profiles: what was decided from catalog, the address of the owner from accounts.
 * Null for a decision that a later one has replaced.
 */
export function createProfileResolver(options: ProfileResolverOptions): MailResolver {
  const { catalogUrl, accountsUrl, serviceToken, publicUrl } = options;
  const clientOf = (url: string) => createServiceClient({ url, serviceToken, timeoutMs: TIMEOUT_MS });
  const [catalog, accounts] = [clientOf(catalogUrl), clientOf(accountsUrl)];
  return async (sourceId) => {
    const [profileId = '', number = ''] = sourceId.split('/');
    const decision = await catalog.find(
      servicePath`/internal/profiles/${profileId}/decisions/${number}`,
      MailedDecision,
    );
    if (decision === null) return null;
    const owner = await accounts.find(servicePath`/internal/users/${decision.ownerId}/contact`, UserContact);
    if (owner === null) return null;
    const { title, action, reason, changed = [], path } = decision;
    const isShown = action === 'approve' || action === 'restore';
    return {
      to: { address: owner.address, name: owner.name },
      values: {
        name: owner.name,
        title,
        action,
        reason,
        changed: changed.join(', '),
        isConfirmed: owner.isConfirmed,
      },
      link: new URL(isShown ? path : '/account', publicUrl).href,
    };
  };
}
