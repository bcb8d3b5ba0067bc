import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { AntdForm } from '#shared/antd/antd-form.tsx';
import { AntdPart } from '#shared/antd/antd-page.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { acceptUnchanged } from '#shared/forms/accept-unchanged.ts';
import { DataNotice } from '#shared/forms/data-notice.tsx';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { toProfileValues } from '#shared/profile-form/profile-values.ts';
import type { OwnProfile } from '#shared/profile-form/own-profile.ts';
import {
  useCreateProfileMutation,
  useUpdateProfileMutation,
  useUploadPictureMutation,
} from './profile-api.ts';
import {
  DECLARED,
  toEditedAttributes,
  toFieldProblem,
  toNewProfile,
} from '#shared/profile-form/profile-body.ts';
import { ProfileFields } from '#shared/profile-form/profile-fields.tsx';
import {
  DECLARATION,
  profileFormOf,
  type ProfileValues,
} from '#shared/profile-form/profile-form-definition.ts';
import type { ProfileKind } from '#shared/profile-form/profile-kind.ts';
import * as styles from '../account-page.module.css';

const withFieldErrors = ({ error }: SubmitResult): SubmitResult => ({
  error: isProblem(error) ? toFieldProblem(error) : error,
});

const ProfileNotice = () => (
  <DataNotice>
    The directory publishes your profile. Your enrolment number, contact details and hourly charge are shown
    to logged-in visitors only.
  </DataNotice>
);

interface EditProfileProps {
  profile: OwnProfile;
  kind: ProfileKind;
  onEnd: () => void;
}

/** Edits a profile, with a declaration; what stays as it is is not sent. */
export function EditProfile({ profile, kind, onEnd }: EditProfileProps) {
  const [update] = useUpdateProfileMutation();
  const notices = useNotices();
  const [initial] = useState(() => toProfileValues(profile));
  const form = useMemo(
    () => acceptUnchanged(profileFormOf('directory', kind, DECLARATION, { hasPicture: false }), initial),
    [kind, initial],
  );
  const submit = async (values: ProfileValues) => {
    const result = await update({
      id: profile.id,
      data: { ...toEditedAttributes(values, initial), ...DECLARED },
    });
    if (result.error !== undefined) return withFieldErrors(result);
    notices.success('Profile update successfully!');
    onEnd();
    return {};
  };
  return (
    <AntdPart>
      <AntdForm
        form={form}
        submit={submit}
        initialValues={initial}
        submitLabel="Save"
        busyLabel="Saving"
        failureMessage="Profile update Failed!"
        actions={<Button onClick={onEnd}>Cancel</Button>}
      >
        <ProfileFields hasPicture={false} agreement={DECLARATION.text} />
        <ProfileNotice />
      </AntdForm>
    </AntdPart>
  );
}

/** Completes a registration whose profile was not created. */
export function NewProfile({ userId, kind }: { userId: number; kind: ProfileKind }) {
  const [upload] = useUploadPictureMutation();
  const [create] = useCreateProfileMutation();
  const notices = useNotices();
  const submit = async (values: ProfileValues) => {
    if (values.profileImage === undefined) return {};
    const stored = await upload(values.profileImage);
    if (stored.error !== undefined) return stored;
    const data = toNewProfile(values, { kind, userId, pictureId: stored.data.id });
    const result = await create({ kind, data });
    if (result.error !== undefined) return withFieldErrors(result);
    notices.success('Profile update successfully!');
    return {};
  };
  return (
    <AntdPart>
      <p className={styles.accountHint}>
        Your registration is not complete: the directory does not show you yet. Fill in your profile here.
      </p>
      <AntdForm
        form={profileFormOf('directory', kind, DECLARATION)}
        submit={submit}
        submitLabel="Create profile"
        busyLabel="Creating"
      >
        <ProfileFields agreement={DECLARATION.text} />
        <ProfileNotice />
      </AntdForm>
    </AntdPart>
  );
}
