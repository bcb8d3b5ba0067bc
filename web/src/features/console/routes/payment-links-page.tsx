import { ResourceList } from '../kit/resource-list.tsx';
import { linkResource } from '../links/link-resource.tsx';

/** `/console/payment-links`: orders that wait for their payment, and what became of others. */
export const PaymentLinksPage = () => <ResourceList resource={linkResource} />;
