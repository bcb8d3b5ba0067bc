import { useRef } from 'react';
import { isProblem } from '#shared/api/problem.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { useSendConfirmationMutation } from '../account-api.ts';
import {
  useCreateProfileAsRegistrantMutation,
  useUploadAsRegistrantMutation,
} from '../profile/profile-api.ts';
import { toNewProfile } from '#shared/profile-form/profile-body.ts';
import type { ProfileValues } from '#shared/profile-form/profile-form-definition.ts';
import { profileKindOf } from '#shared/profile-form/profile-kind.ts';
import type { AccountValues } from './account-form-definition.ts';
import { useCreateUserMutation, useSendAdminNoticeMutation, useSetRoleMutation } from './signup-api.ts';

/**
 * Unique attribute of a profile. A duplicate error that names it means that a former request succeeded but its response
 * was lost.
 */
const OWNER = 'users_permissions_user';

/** Completed steps of a registration; a repeated submission continues after them. */
interface Progress {
  userId?: number;
  hasRole?: boolean;
  picture?: { file: File; id: number };
}

export interface Registration {
  /** Creates the account, and the profile of a lawyer or a firm. Resolves with the error of the step that failed. */
  register: (account: AccountValues, profile?: ProfileValues) => Promise<SubmitResult>;
  /** Returns whether the account exists, so that a failure concerns the profile alone. */
  hasAccount: () => boolean;
}

/** Returns the calls of a registration in the order of the specification, in which nobody is logged in. */
export function useRegistration(): Registration {
  const { data: settings } = useSettingsQuery();
  const [createUser] = useCreateUserMutation();
  const [sendConfirmation] = useSendConfirmationMutation();
  const [sendAdminNotice] = useSendAdminNoticeMutation();
  const [setRole] = useSetRoleMutation();
  const [upload] = useUploadAsRegistrantMutation();
  const [createProfile] = useCreateProfileAsRegistrantMutation();
  const progress = useRef<Progress>({});

  async function createAccount(account: AccountValues): Promise<SubmitResult> {
    const created = await createUser(account);
    if (created.error !== undefined) return created;
    progress.current.userId = created.data.id;
    // The service has requested both mails itself; a failure here loses none.
    await sendConfirmation({ email: account.email });
    const name = `${account.first_name.trim()} ${account.last_name.trim()}`;
    await sendAdminNotice({ to: settings?.contactEmail ?? '', name });
    return {};
  }

  async function uploadOnce(file: File): Promise<SubmitResult> {
    if (progress.current.picture?.file === file) return {};
    const stored = await upload(file);
    if (stored.error !== undefined) return stored;
    progress.current.picture = { file, id: stored.data.id };
    return {};
  }

  async function addProfile(userId: number, role: number, profile: ProfileValues): Promise<SubmitResult> {
    const kind = profileKindOf(role);
    if (kind === null || profile.profileImage === undefined) return {};
    if (progress.current.hasRole !== true) {
      const changed = await setRole({ id: userId, role });
      if (changed.error !== undefined) return changed;
      progress.current.hasRole = true;
    }
    const uploaded = await uploadOnce(profile.profileImage);
    if (uploaded.error !== undefined) return uploaded;
    const pictureId = progress.current.picture?.id ?? 0;
    const made = await createProfile({ kind, data: toNewProfile(profile, { kind, userId, pictureId }) });
    return isProblem(made.error) && OWNER in made.error.fields ? {} : made;
  }

  return {
    hasAccount: () => progress.current.userId !== undefined,
    async register(account, profile) {
      if (progress.current.userId === undefined) {
        const created = await createAccount(account);
        if (created.error !== undefined) return created;
      }
      const { userId } = progress.current;
      if (profile === undefined || userId === undefined) return {};
      return addProfile(userId, Number(account.role), profile);
    },
  };
}
