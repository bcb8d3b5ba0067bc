import { customerResource } from '../customers/customer-resource.tsx';
import { ResourceList } from '../kit/resource-list.tsx';

/** `/console/customers`: accounts that are not staff's, by name, e-mail address or phone number. */
export const CustomersPage = () => <ResourceList resource={customerResource} />;
