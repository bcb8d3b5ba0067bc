import { paths } from '#shared/routing/paths.ts';
import { FOUNDING_YEAR } from '#shared/site/site.ts';
import { useHostedPageQuery } from '#shared/hosted-page/hosted-page-api.ts';
import type { HostedPage } from '#shared/hosted-page/hosted-page.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { StoredHtml } from '#shared/ui/stored-html.tsx';
import { GrievanceOfficer } from '../components/grievance-officer.tsx';
import { usePublisherQuery } from '../publisher-api.ts';

export function AboutPage() {
  const site = useSite();
  const { data: publisher } = usePublisherQuery();
  const { data: own } = useHostedPageQuery('about');
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>{own?.title || `About ${site.name}`}</h1>
      </header>
      <div className="plain__text">
        {own ? <OwnAbout page={own} /> : <DefaultAbout />}
        <section aria-labelledby="grievance-officer">
          <h2 id="grievance-officer">Grievances</h2>
          <p>
            As a publisher of news under Part III of the Information Technology (Intermediary Guidelines and
            Digital Media Ethics Code) Rules, 2021, we acknowledge a grievance within 24 hours and decide it
            within 15 days.
          </p>
          <GrievanceOfficer />
        </section>
        <section aria-labelledby="code-of-ethics">
          <h2 id="code-of-ethics">Code of ethics</h2>
          <CodeOfEthics html={publisher?.codeOfEthics ?? null} />
        </section>
      </div>
    </div>
  );
}

/** The owner's own text, in place of what the specification says of the company. */
const OwnAbout = ({ page: { content, targetUrl } }: { page: HostedPage }) => (
  <>
    {content !== '' && <StoredHtml className="prose" html={content} />}
    {targetUrl !== null && (
      <p>
        <a href={targetUrl} rel="noopener">
          More about us
        </a>
      </p>
    )}
  </>
);

function DefaultAbout() {
  const site = useSite();
  const { data: publisher } = usePublisherQuery();
  return (
    <>
      <p className="plain__lead">
        {publisher?.name && publisher.name !== site.name
          ? `${publisher.name} is a private limited company, founded in ${FOUNDING_YEAR}. It publishes ${site.name}: `
          : `${site.name} is published by a private limited company, founded in ${FOUNDING_YEAR}: `}
        legal and taxation news from India, written for those who work with it every day.
      </p>
      <section aria-labelledby="what-we-publish">
        <h2 id="what-we-publish">What we publish</h2>
        <p>
          Our desk reports judgments, statutes, notifications and circulars, and explains what they change in
          practice. Our readers are advocates, chartered accountants, company secretaries, law firms and
          students of law.
        </p>
        <p>
          What we publish is news and explanation. It is not legal advice, and does not replace the text of a
          judgment or an enactment.
        </p>
      </section>
      <section aria-labelledby="corrections">
        <h2 id="corrections">Corrections</h2>
        <p>
          When we get a fact wrong, we correct the article, say there what was wrong, and add it to our{' '}
          <PageLink to="/corrections">list of corrections</PageLink>. To tell us about a mistake, please use
          the <PageLink to="/contact">contact page</PageLink>.
        </p>
      </section>
    </>
  );
}

/** The editors' own code of ethics, sanitised by the news service, else the code that binds every publisher of news. */
function CodeOfEthics({ html }: { html: string | null }) {
  if (html !== null) return <StoredHtml className="prose" html={html} />;
  return (
    <>
      <p>We are bound by the Code of Ethics appended to the same Rules, and with it by</p>
      <ul>
        <li>the Norms of Journalistic Conduct of the Press Council of India;</li>
        <li>the Programme Code under section 5 of the Cable Television Networks (Regulation) Act, 1995;</li>
        <li>the rule that content which any law forbids is not published.</li>
      </ul>
    </>
  );
}
