import { authorResource } from '../authors/author-resource.ts';
import { ResourceList } from '../kit/resource-list.tsx';

/** `/console/authors`: guests who write for the site, and what readers see about colleagues. */
export const AuthorsPage = () => <ResourceList resource={authorResource} />;
