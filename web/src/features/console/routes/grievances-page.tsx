import { grievanceResource } from '../grievances/grievance-resource.tsx';
import { RegisterSection } from '../grievances/register-section.tsx';
import { ResourceList } from '../kit/resource-list.tsx';

/** `/console/grievances`: what is to be decided, and the register. */
export const GrievancesPage = () => (
  <>
    <ResourceList resource={grievanceResource} />
    <RegisterSection />
  </>
);
