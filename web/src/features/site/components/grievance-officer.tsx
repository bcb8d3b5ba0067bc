import { PageLink } from '#shared/ui/page-link.tsx';
import { useOptionsQuery, useSettingsQuery } from '#shared/site/site-api.ts';
import { MailLink } from './mail-link.tsx';
import { usePublisherQuery } from '../publisher-api.ts';

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** Contact for grievances about published content, as the rules for publishers of news require. */
export function GrievanceOfficer({ isFormHere = false }: { isFormHere?: boolean }) {
  const { data: publisher } = usePublisherQuery();
  const { data: settings } = useSettingsQuery();
  const { data: options } = useOptionsQuery();
  const officer = publisher?.officer ?? null;
  const contact = publisher?.officerContact ?? settings?.contactEmail ?? null;
  return (
    <dl className="facts">
      <dt>Grievance officer</dt>
      <dd>{officer ?? 'The editor in charge'}</dd>
      <dt>Contact</dt>
      <dd>
        {contact === null && <PageLink to="/contact">See the contact page</PageLink>}
        {contact !== null && (isEmail(contact) ? <MailLink email={contact} subject="Grievance" /> : contact)}
      </dd>
      {!isFormHere && options?.takesGrievances === true && (
        <>
          <dt>Online form</dt>
          <dd>
            <PageLink to="/grievance">Send a grievance</PageLink>
          </dd>
        </>
      )}
    </dl>
  );
}
