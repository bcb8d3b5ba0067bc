import { DateText } from '#shared/ui/date-text.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { itemPath } from '#shared/catalogue/catalogue-kind.ts';
import type { Choice } from '#shared/profile-form/choice.ts';
import type { OwnProfile } from '#shared/profile-form/own-profile.ts';
import { LABELS, type ProfileKind } from '#shared/profile-form/profile-kind.ts';
import { htmlToText } from '#shared/profile-form/profile-text.ts';
import * as styles from '../account-page.module.css';

const namesOf = (choices: readonly Choice[]): string => choices.map(({ name }) => name).join(', ');

const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Facts of a profile as the directory shows them, for its owner. */
export function ProfileFacts({ profile, kind }: { profile: OwnProfile; kind: ProfileKind }) {
  const labels = LABELS[kind];
  const facts: readonly (readonly [string, string])[] = [
    [labels.title, profile.title],
    [labels.subtitle, profile.subTitle],
    [kind === 'lawyer' ? 'Enrolment No.' : 'Registration No.', profile.license],
    ['Hourly Charge', profile.hourlyCharge === null ? '' : RUPEES.format(profile.hourlyCharge)],
    ['Professional Email', profile.email],
    ['Phone number', profile.phone],
    ['Website link', profile.website],
    ['Address', profile.address],
    ['Specialization Areas', namesOf(profile.areas)],
    ['Languages', namesOf(profile.languages)],
    ['States', namesOf(profile.states)],
    ['Districts', namesOf(profile.districts)],
    ['Cities', namesOf(profile.cities)],
    ['Court Types', namesOf(profile.courtTypes)],
    ['Courts', namesOf(profile.courts)],
  ];
  const catalogueKind = kind === 'lawyer' ? 'lawyers' : 'firms';
  return (
    <>
      <dl className={styles.accountFacts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {profile.since !== '' && (
          <div>
            <dt>{labels.since}</dt>
            <dd>
              <DateText iso={profile.since} />
            </dd>
          </div>
        )}
        <div>
          <dt>Profile Details</dt>
          <dd className={styles.accountFactsText}>{htmlToText(profile.details)}</dd>
        </div>
      </dl>
      <p className={styles.accountHint}>
        <PageLink to={itemPath(catalogueKind, profile)}>See it as others do</PageLink>
      </p>
    </>
  );
}
