import { paths } from '#shared/routing/paths.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { ContactForm } from '../components/contact-form.tsx';
import { GrievanceOfficer } from '../components/grievance-officer.tsx';
import { MailLink } from '../components/mail-link.tsx';
import { SocialLinks } from '../components/social-links.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { usePublisherQuery } from '../publisher-api.ts';

const SUBJECTS = [
  { subject: 'Correction', about: 'A mistake in an article: tell us which article, and what is wrong.' },
  { subject: 'News', about: 'A judgment, an order or a notification that we should report on.' },
  { subject: 'Advertising', about: 'Advertising on the site, and its rates.' },
];

export function ContactPage() {
  const site = useSite();
  const { data: settings } = useSettingsQuery();
  const { data: publisher } = usePublisherQuery();
  const email = settings?.contactEmail ?? null;
  return (
    <div>
      <header className="page-head">
        <Breadcrumb crumbs={[{ name: 'Home', path: paths.home() }]} />
        <h1>Contact Us</h1>
      </header>
      <div className="plain__text">
        <p className="plain__lead">
          {email === null
            ? `You can write to ${site.name} here, or reach us on social media.`
            : `We read every message to ${site.name}.`}
        </p>
        <section aria-labelledby="write">
          <h2 id="write">Write to us</h2>
          <ContactForm />
        </section>
        {email !== null && (
          <section aria-labelledby="mail">
            <h2 id="mail">By email</h2>
            <p className="plain__address">
              <MailLink email={email} />
            </p>
            <dl className="facts">
              {SUBJECTS.map(({ subject, about }) => (
                <div key={subject}>
                  <dt>
                    <a href={`mailto:${email}?subject=${subject}`}>{subject}</a>
                  </dt>
                  <dd>{about}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <section aria-labelledby="grievance">
          <h2 id="grievance">Grievances about what we publish</h2>
          <GrievanceOfficer />
        </section>
        <section aria-labelledby="publisher">
          <h2 id="publisher">Publisher</h2>
          <p>{publisher?.name ?? site.name}</p>
          <SocialLinks label="On social media" />
        </section>
      </div>
    </div>
  );
}
