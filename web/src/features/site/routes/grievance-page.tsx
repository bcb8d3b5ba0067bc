import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { AppPage } from '#shared/app-page/app-page.tsx';
import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { GrievanceForm } from '../components/grievance-form.tsx';
import { GrievanceOfficer } from '../components/grievance-officer.tsx';
import { useGrievanceDaysQuery } from '../grievance-api.ts';
import * as styles from '../grievance.module.css';

/** `/grievance`: a form for grievances about what the site shows. */
export const GrievancePage = () => (
  <AppPage>
    <header className="page-head">
      <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
      <h1>Send a grievance</h1>
    </header>
    <QueryBoundary query={useGrievanceDaysQuery()} loading={<Skeleton shape="form" label="Loading" />}>
      {(days) => (days === null ? <NotFound /> : <Grievance days={days} />)}
    </QueryBoundary>
  </AppPage>
);

function Grievance({ days }: { days: number }) {
  const site = useSite();
  return (
    <div className={styles.grievance}>
      <p>Is something on {site.name} wrong, hurtful or against the law? Please tell our grievance officer.</p>
      <p>
        You will get a receipt with a number at once, and our decision with reasons within {days} days, both
        by email.
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
  );
}
