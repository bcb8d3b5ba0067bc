import { ResourceList } from '../kit/resource-list.tsx';
import { hostedPageResource } from '../site/hosted-page-resource.ts';

export const HostedPagesPage = () => <ResourceList resource={hostedPageResource} />;
