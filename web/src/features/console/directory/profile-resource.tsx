import type {
  ProfilePage,
  ProfileRow,
  ProfileState,
  ReviewedProfile,
} from '@vidhi/contracts/directory-desk.ts';
import { lawyerCollection } from '@vidhi/collections/catalog/lawyer.ts';
import type { WireEntry } from '#shared/api/read.ts';
import type { WireOwnProfile } from '#shared/profile-form/own-profile.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource } from '../kit/define-resource.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { strapiSource, toRow } from '../kit/source.ts';
import { serverNow } from '../session/staff-request.ts';
import * as styles from '../kit.module.css';
import { ageText, INVITATION_NAMES, PROFILE_STATE_NAMES } from './profile-texts.ts';

export const PROFILES_PATH = '/console/profiles';

const RELATIONS = [
  'PrimaryImageId',
  'SecondaryImageIds',
  'Property1',
  'Property2',
  'Property3',
  'PropertyList1',
  'PropertyList2',
  'PropertyList3',
  'type_of_court',
] as const;

const list = listPath('/directory/profiles');

export const profileListApi = resourceApi<ProfileRow>('profiles', {
  list,
  toPage: (body) => {
    const { data, meta } = body as ProfilePage;
    return { rows: data, total: meta.pagination.total };
  },
});

/** One profile with its values, changes and decisions. */
export const reviewApi = resourceApi<ReviewedProfile>('profile-review', {
  list,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/directory/profiles/${id}`,
  toRow: (body) => (body as { data: ReviewedProfile }).data,
});

/** A profile as the content API has it, for the form. */
export interface EditedProfile {
  id: number;
  entry: WireEntry<WireOwnProfile>;
}
export const editedProfileApi = resourceApi<EditedProfile>('profile-edit', {
  ...strapiSource(lawyerCollection, { populate: RELATIONS }),
  toPage: () => ({ rows: [], total: 0 }),
  toRow(body) {
    const { data: entry } = body as { data: WireEntry<WireOwnProfile> };
    // With its attributes, by which a save names what somebody else has changed.
    return { ...(toRow(entry) as { id: number }), entry };
  },
});

export const PROFILE_BADGES: Readonly<Record<ProfileState, string>> = {
  waiting: styles.badgeWarm,
  changed: styles.badgeWarm,
  approved: styles.badgeGood,
  change_requested: styles.badgeSoft,
  rejected: styles.badgeSoft,
  suspended: styles.badgeSoft,
};

const STATES = { queue: 'Waits for a decision', ...PROFILE_STATE_NAMES };

export const profileResource = defineResource<ProfileRow>({
  api: profileListApi,
  one: 'Profile',
  many: 'Profiles',
  path: PROFILES_PATH,
  writers: ['directory'],
  canCreate: false,
  defaultSort: 'waiting',
  columns: [
    { key: 'title', label: 'Name', sort: 'title', isTitle: true, render: ({ title }) => title || 'No name' },
    { key: 'kind', label: 'Kind', render: ({ kind }) => (kind === 'firm' ? 'Firm' : 'Lawyer') },
    { key: 'city', label: 'City', render: ({ city }) => city },
    { key: 'number', label: 'Number', render: ({ number }) => number },
    {
      key: 'state',
      label: 'State',
      render: ({ state }) => (
        <span className={`${styles.badge} ${PROFILE_BADGES[state]}`}>{PROFILE_STATE_NAMES[state]}</span>
      ),
      text: ({ state }) => PROFILE_STATE_NAMES[state],
    },
    {
      key: 'waiting',
      label: 'Waits',
      sort: 'waiting',
      render: ({ waiting_since: since }) => ageText(since, serverNow()),
    },
    {
      key: 'notes',
      label: 'Look at',
      render: ({ duplicates, is_confirmed: isConfirmed }) =>
        [duplicates > 0 ? 'Same number twice' : '', isConfirmed === false ? 'E-mail not confirmed' : '']
          .filter((note) => note !== '')
          .join(', '),
    },
    {
      key: 'evidence',
      label: 'Documents',
      isNumber: true,
      render: ({ evidence }) => (evidence > 0 ? evidence : ''),
    },
    {
      key: 'invitation',
      label: 'Invitation',
      isOptional: true,
      render: ({ invitation }) => (invitation === null ? '' : INVITATION_NAMES[invitation]),
    },
    {
      key: 'public',
      label: 'Public',
      isOptional: true,
      render: ({ is_public: isPublic }) => (isPublic ? 'Yes' : 'No'),
    },
    {
      key: 'updated',
      label: 'Changed',
      sort: 'updated',
      isOptional: true,
      render: ({ updated_at: at }) => formatMoment(at),
    },
  ],
  filters: [
    choiceFilter('state', 'State', STATES),
    choiceFilter('invitation', 'Invitation', { none: 'No owner, not invited', ...INVITATION_NAMES }),
    choiceFilter('duplicates', 'Same number', { true: 'Number of several profiles' }),
  ],
  empty: {
    title: 'No profiles yet',
    hint: 'Lawyers and firms make their profiles when they register, or you import a CSV file.',
  },
});
