import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FIRM } from '@vidhi/collections/catalog/lawyer.ts';
import { AntdForm } from '#shared/antd/antd-form.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { acceptUnchanged } from '#shared/forms/accept-unchanged.ts';
import { toOwnProfile } from '#shared/profile-form/own-profile.ts';
import { toEditedAttributes, toFieldProblem } from '#shared/profile-form/profile-body.ts';
import { ProfileFields } from '#shared/profile-form/profile-fields.tsx';
import { profileFormOf, type ProfileValues } from '#shared/profile-form/profile-form-definition.ts';
import { toProfileValues } from '#shared/profile-form/profile-values.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { editedProfileApi, PROFILES_PATH, type EditedProfile } from '../directory/profile-resource.tsx';
import { usePageName } from '../frame/page-name.ts';
import { useGuardedUpdate } from '../kit/use-guarded-update.ts';

/** `/console/profiles/:id/edit`: edits a profile for its owner, who is mailed what changed. */
export function ProfileEditPage() {
  const { id = '' } = useRouteParams();
  const query = editedProfileApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(row) => <EditForm key={row.id} row={row} />}
    </QueryBoundary>
  );
}

function EditForm({ row }: { row: EditedProfile }) {
  const save = useGuardedUpdate(editedProfileApi, row);
  const navigate = useNavigate();
  const notices = useNotices();
  // Of the row that the form began with: it may be read again while somebody types.
  const [opened] = useState(row);
  const initial = useMemo(() => toProfileValues(toOwnProfile(opened.entry)), [opened]);
  const form = useMemo(() => {
    const kind = opened.entry.attributes.SubCategory2 === FIRM ? 'firm' : 'lawyer';
    // Texts that the site does not show at present are not read, and stay as they are.
    return acceptUnchanged(profileFormOf('profile-edit', kind, null, { hasPicture: false }), initial);
  }, [opened, initial]);
  const page = `${PROFILES_PATH}/${row.id}`;
  const name = initial.Title ?? '';
  usePageName(name === '' ? null : name);
  const submit = async (values: ProfileValues) => {
    const changed = toEditedAttributes(values, initial);
    if (Object.keys(changed).length > 0) {
      const { error } = await save(changed);
      if (error !== undefined) return { error: isProblem(error) ? toFieldProblem(error) : error };
    }
    notices.success(Object.keys(changed).length > 0 ? 'Saved' : 'Nothing was changed');
    void navigate(page);
    return {};
  };
  return (
    <>
      <header className="page-head">
        <h1>Edit {name || 'a profile'}</h1>
        <p>The owner gets a mail that says what you have changed. An approved profile stays approved.</p>
      </header>
      <AntdForm
        form={form}
        submit={submit}
        initialValues={initial}
        submitLabel="Save"
        busyLabel="Saving"
        actions={<PageLink to={page}>Cancel</PageLink>}
      >
        <ProfileFields hasPicture={false} agreement={null} />
      </AntdForm>
    </>
  );
}
