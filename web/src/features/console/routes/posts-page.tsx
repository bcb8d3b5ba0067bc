import { ResourceList } from '../kit/resource-list.tsx';
import { postResource } from '../posts/post-resource.tsx';

export const PostsPage = () => <ResourceList resource={postResource} />;
