import { ResourceList } from '../kit/resource-list.tsx';
import { redirectResource } from '../redirects/redirect-resource.tsx';
import { RedirectTools } from '../redirects/redirect-tools.tsx';

/** `/console/redirects`: where the addresses of a former site lead. */
export const RedirectsPage = () => (
  <ResourceList resource={redirectResource}>
    <RedirectTools />
  </ResourceList>
);
