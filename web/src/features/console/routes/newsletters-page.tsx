import { ResourceList } from '../kit/resource-list.tsx';
import { bouncingIssueResource, issueResource } from '../newsletter/issue-resource.tsx';
import { WithBounces } from '../newsletter/with-bounces.tsx';

export const NewslettersPage = () => (
  <WithBounces>
    {(readsBounces) => <ResourceList resource={readsBounces ? bouncingIssueResource : issueResource} />}
  </WithBounces>
);
