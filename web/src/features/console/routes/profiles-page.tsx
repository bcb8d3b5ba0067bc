import { profileResource } from '../directory/profile-resource.tsx';
import { ResourceList } from '../kit/resource-list.tsx';

/** `/console/profiles`: profiles, those first that wait longest. */
export const ProfilesPage = () => <ResourceList resource={profileResource} />;
