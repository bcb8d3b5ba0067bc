import { ResourceList } from '../kit/resource-list.tsx';
import { subscriberResource } from '../newsletter/subscriber-resource.tsx';
import { SubscriberTools } from '../newsletter/subscriber-tools.tsx';

/** `/console/subscribers`: who gets the newsletter, and what shows that they agreed. */
export const SubscribersPage = () => (
  <ResourceList resource={subscriberResource}>
    <SubscriberTools />
  </ResourceList>
);
