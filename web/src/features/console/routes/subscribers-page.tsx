import { ResourceList } from '../kit/resource-list.tsx';
import { bouncingSubscriberResource, subscriberResource } from '../newsletter/subscriber-resource.tsx';
import { SubscriberTools } from '../newsletter/subscriber-tools.tsx';
import { WithBounces } from '../newsletter/with-bounces.tsx';

/** `/console/subscribers`: who gets the newsletter, what shows that they agreed, and whose mails come back. */
export const SubscribersPage = () => (
  <WithBounces>
    {(readsBounces) => (
      <ResourceList resource={readsBounces ? bouncingSubscriberResource : subscriberResource}>
        <SubscriberTools />
      </ResourceList>
    )}
  </WithBounces>
);
