import { useState } from 'react';
import { INVITATION_DAYS } from '@vidhi/contracts/profile-invitations.ts';
import { PROFILE_BATCHES } from '../batches/batch-api.ts';
import { ImportPanel } from '../batches/import-panel.tsx';
import { columnOf } from './profile-columns.ts';
import { planProfiles, templateCsv } from './plan-profiles.ts';
import { useKnownProfiles } from './use-known-profiles.ts';

/** Imports profiles from a CSV file, and invites their addresses to claim them where somebody has ticked that. */
export function ProfileImportPanel() {
  const { isLoading, load } = useKnownProfiles();
  const [invites, setInvites] = useState(false);
  return (
    <ImportPanel
      source={{
        place: PROFILE_BATCHES,
        kind: 'profiles',
        many: 'profiles',
        intro:
          'A file has one row for each lawyer or firm. Profiles are found by their id or their enrolment number; all others are new. Everybody sees a new profile at once, so import only what you may publish. Nothing is changed before you have seen what will be.',
        templateCsv,
        titleColumn: 'name',
        columnOf,
        load,
        isLoading,
        plan: planProfiles,
      }}
      more={{ invites }}
      options={
        <p>
          <label>
            <input type="checkbox" checked={invites} onChange={({ target }) => setInvites(target.checked)} />{' '}
            Invite: mail each address a link to claim its profile, for {INVITATION_DAYS} days
          </label>
        </p>
      }
    />
  );
}
