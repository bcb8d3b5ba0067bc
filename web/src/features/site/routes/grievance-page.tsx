import { paths } from '#shared/routing/paths.ts';
import { usePublisherQuery } from '#shared/site/site-api.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { GrievanceForm } from '../components/grievance-form.tsx';
import { GrievanceOfficer } from '../components/grievance-officer.tsx';

/** `/grievance`: a form for grievances about what the site shows. */
export function GrievancePage() {
  const site = useSite();
  const { data: publisher } = usePublisherQuery();
  const days = publisher?.grievanceDays ?? null;
  if (days === null) return <NotFound />;
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>Send a grievance</h1>
      </header>
      <div className="plain__text">
        <p className="plain__lead">
          Something that {site.name} shows is wrong, hurts you or breaks the law? Tell our grievance officer.
        </p>
        <p>
          You get a receipt with a number at once, and a decision with its reasons within {days} days, both by
          e-mail.
        </p>
        <section aria-labelledby="write">
          <h2 id="write">Write to the grievance officer</h2>
          <GrievanceForm days={days} />
        </section>
        <section aria-labelledby="officer">
          <h2 id="officer">Who decides</h2>
          <GrievanceOfficer isFormHere />
        </section>
      </div>
    </div>
  );
}
