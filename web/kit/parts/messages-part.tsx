import { Unavailable } from '#shared/ui/unavailable.tsx';
import { GrievanceOfficer } from '../../src/features/site/components/grievance-officer.tsx';
import { SocialLinks } from '../../src/features/site/components/social-links.tsx';
import { Part, Sample } from '../sample.tsx';

/** The markup of the offline notice, whose component follows `navigator.onLine`. */
const OFFLINE = 'You are offline. You can still read this page.';

export function MessagesPart() {
  return (
    <Part title="Messages">
      <Sample name="Page that failed">
        <Unavailable />
      </Sample>
      <Sample name="Grievance officer">
        <GrievanceOfficer />
      </Sample>
      <Sample name="Other networks">
        <SocialLinks />
      </Sample>
      <Sample name="Offline">
        <output className="offline kit-offline">{OFFLINE}</output>
      </Sample>
    </Part>
  );
}
