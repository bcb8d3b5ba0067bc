import { ResourceList } from '../kit/resource-list.tsx';
import { slideResource } from '../site/slide-resource.ts';

export const SliderPage = () => <ResourceList resource={slideResource} />;
