import { ResourceList } from '../kit/resource-list.tsx';
import { issueResource } from '../newsletter/issue-resource.tsx';

export const NewslettersPage = () => <ResourceList resource={issueResource} />;
