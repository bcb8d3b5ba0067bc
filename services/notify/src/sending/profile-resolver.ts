import { MailedDecision } from '@vidhi/contracts/directory-desk.ts';
import { MailedInvitation } from '@vidhi/contracts/profile-invitations.ts';
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

/**
 * Creates a resolver of invitations to claim profiles, which fetches address and link from catalog. Null for one that cannot be
 * used any more, or that a later mail has replaced.
 */
export function createInvitationResolver({
  catalogUrl,
  serviceToken,
  publicUrl,
}: Omit<ProfileResolverOptions, 'accountsUrl'>): MailResolver {
  const catalog = createServiceClient({ url: catalogUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (sourceId) => {
    const [profileId = '', number = ''] = sourceId.split('/');
    const invitation = await catalog.find(
      servicePath`/internal/profiles/${profileId}/invitations/${number}`,
      MailedInvitation,
    );
    if (invitation === null) return null;
    const { address, title, kind, expiresAt, path } = invitation;
    return {
      to: { address, name: title === '' ? null : title },
      values: { title, kind, expiresAt },
      link: new URL(path, publicUrl).href,
    };
  };
}
