import { PaymentLinkDetails } from '@vidhi/contracts/payment-links.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { MailResolver } from './mail-resolver.ts';

const TIMEOUT_MS = 5_000;

/** Creates a resolver of payment links, which fetches them from cart-orders. Null for one that cannot be paid any more. */
export function createPaymentLinkResolver(options: {
  cartOrdersUrl: string;
  serviceToken: string;
  publicUrl: string;
}): MailResolver {
  const { cartOrdersUrl, serviceToken, publicUrl } = options;
  const cartOrders = createServiceClient({ url: cartOrdersUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (sourceId) => {
    const [id = ''] = sourceId.split('/');
    const link = await cartOrders.find(servicePath`/internal/payment-links/${id}`, PaymentLinkDetails);
    if (link === null || link.state !== 'open' || link.billing === null) return null;
    const { billing, path } = link;
    return {
      to: { address: billing.email, name: billing.name },
      values: { ...link },
      link: new URL(path, publicUrl).href,
    };
  };
}
