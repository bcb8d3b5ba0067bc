import { ResourceList } from '../kit/resource-list.tsx';
import { hostedPageResource } from '../site/hosted-page-resource.tsx';

export const HostedPagesPage = () => <ResourceList resource={hostedPageResource} />;
