import { App, Button } from 'antd';
import { useState } from 'react';
import { AntdForm } from '#shared/antd/antd-form.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { toProfileValues, type OwnProfile } from './own-profile.ts';
import {
  useCreateProfileMutation,
  useOwnProfileQuery,
  useUpdateProfileMutation,
  useUploadPictureMutation,
} from './profile-api.ts';
import { toChangedProfile, toFieldProblem, toNewProfile } from './profile-body.ts';
import { ProfileFacts } from './profile-facts.tsx';
import { ProfileFields } from './profile-fields.tsx';
import {
  DECLARATION,
  profileFormOf,
  type ProfileKind,
  type ProfileValues,
} from './profile-form-definition.ts';

interface PublicProfileProps {
  userId: number;
  kind: ProfileKind;
}

/** The profile in the directory of the lawyer or firm who is logged in: to read, to edit, or to create. */
export function PublicProfile({ userId, kind }: PublicProfileProps) {
  const query = useOwnProfileQuery(userId);
  const { currentData: profile } = query;
  return (
    <section aria-labelledby="public-profile">
      <h2 id="public-profile">Profile in the directory</h2>
      {profile === null ? (
        <NewProfile userId={userId} kind={kind} />
      ) : (
        <QueryBoundary query={query}>{(found) => <Profile profile={found} kind={kind} />}</QueryBoundary>
      )}
    </section>
  );
}

const withFieldErrors = ({ error }: SubmitResult): SubmitResult => ({
  error: isProblem(error) ? toFieldProblem(error) : error,
});

function Profile({ profile, kind }: { profile: OwnProfile; kind: ProfileKind }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditForm profile={profile} kind={kind} onEnd={() => setEditing(false)} />;
  return (
    <>
      <ProfileFacts profile={profile} kind={kind} />
      <p className="account-actions">
        <Button type="primary" onClick={() => setEditing(true)}>
          Edit directory profile
        </Button>
      </p>
    </>
  );
}

interface EditFormProps {
  profile: OwnProfile;
  kind: ProfileKind;
  onEnd: () => void;
}

function EditForm({ profile, kind, onEnd }: EditFormProps) {
  const [update] = useUpdateProfileMutation();
  const { message } = App.useApp();
  const [initial] = useState(() => toProfileValues(profile));
  const submit = async (values: ProfileValues) => {
    const result = await update({ id: profile.id, data: toChangedProfile(values, initial) });
    if (result.error !== undefined) return withFieldErrors(result);
    void message.success('Profile update successfully!');
    onEnd();
    return {};
  };
  return (
    <AntdForm
      form={profileFormOf('directory', kind, DECLARATION, { hasPicture: false })}
      submit={submit}
      initialValues={initial}
      submitLabel="Save"
      busyLabel="Saving"
      failureMessage="Profile update Failed!"
      actions={<Button onClick={onEnd}>Cancel</Button>}
    >
      <ProfileFields hasPicture={false} agreement={DECLARATION.text} />
    </AntdForm>
  );
}

/** Completes a registration whose profile was not created. */
function NewProfile({ userId, kind }: PublicProfileProps) {
  const [upload] = useUploadPictureMutation();
  const [create] = useCreateProfileMutation();
  const { message } = App.useApp();
  const submit = async (values: ProfileValues) => {
    if (values.profileImage === undefined) return {};
    const stored = await upload(values.profileImage);
    if (stored.error !== undefined) return stored;
    const data = toNewProfile(values, { kind, userId, pictureId: stored.data.id });
    const result = await create({ kind, data });
    if (result.error !== undefined) return withFieldErrors(result);
    void message.success('Profile update successfully!');
    return {};
  };
  return (
    <>
      <p className="account-hint">
        Your registration is not complete: the directory does not show you yet. Fill in your profile here.
      </p>
      <AntdForm
        form={profileFormOf('directory', kind, DECLARATION)}
        submit={submit}
        submitLabel="Create profile"
        busyLabel="Creating"
      >
        <ProfileFields agreement={DECLARATION.text} />
      </AntdForm>
    </>
  );
}
