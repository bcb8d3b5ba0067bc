import { templateResource } from '../inbox/template-resource.ts';
import { ResourceList } from '../kit/resource-list.tsx';

export const ReplyTemplatesPage = () => <ResourceList resource={templateResource} />;
