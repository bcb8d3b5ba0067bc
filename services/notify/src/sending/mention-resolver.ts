import { UserContact } from '@vidhi/contracts/purchases.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { MailResolver } from './mail-resolver.ts';

const TIMEOUT_MS = 5_000;

interface MentionResolverOptions {
  accountsUrl: string;
  serviceToken: string;
  publicUrl: string;
}

/**
 * Creates a resolver of mentions in comments: both people from accounts. Null where the account that is mentioned is not one
 * of the newsroom, so that nobody else is mailed.
 */
export function createMentionResolver(options: MentionResolverOptions): MailResolver {
  const { accountsUrl: url, serviceToken, publicUrl } = options;
  const accounts = createServiceClient({ url, serviceToken, timeoutMs: TIMEOUT_MS });
  const find = async (id: string) =>
    accounts.find(servicePath`/internal/newsroom/${id}/contact`, UserContact);
  return async (sourceId) => {
    const [postId = '', byId = '', userId = ''] = sourceId.split('/');
    const [mentioned, by] = await Promise.all([find(userId), find(byId)]);
    if (mentioned === null) return null;
    return {
      to: { address: mentioned.address, name: mentioned.name },
      values: { name: mentioned.name, by: by?.name ?? null },
      link: new URL(`/console/posts/${encodeURIComponent(postId)}`, publicUrl).href,
    };
  };
}
