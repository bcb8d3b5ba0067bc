import { ResourceList } from '../kit/resource-list.tsx';
import { tagResource } from '../newsroom/tag-resource.ts';

export const TagsPage = () => <ResourceList resource={tagResource} />;
