import { PageLink } from '#shared/ui/page-link.tsx';
import { profileResource } from '../directory/profile-resource.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import * as kit from '../kit.module.css';

/** `/console/profiles`: profiles, those first that wait longest. */
export const ProfilesPage = () => (
  <ResourceList
    resource={profileResource}
    tools={
      <PageLink className={kit.tool} to="/console/profiles/import">
        Import a CSV file
      </PageLink>
    }
  />
);
