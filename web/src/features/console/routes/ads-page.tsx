import { ResourceList } from '../kit/resource-list.tsx';
import { adResource } from '../site/ad-resource.ts';

export const AdsPage = () => <ResourceList resource={adResource} />;
