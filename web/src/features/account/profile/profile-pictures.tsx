import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import type { OwnProfile } from '#shared/profile-form/own-profile.ts';
import { ACCEPTED_PICTURES, pictureProblem } from '#shared/profile-form/picture.ts';
import { DECLARED } from '#shared/profile-form/profile-body.ts';
import { DECLARATION } from '#shared/profile-form/profile-form-definition.ts';
import { useOwnProfileQuery, useUpdateProfileMutation, useUploadPictureMutation } from './profile-api.ts';
import { UploadButton } from './upload-button.tsx';
import * as styles from '../account-page.module.css';

/** Number of uploads that a registration ticket permits; a gallery is not to be longer either. */
const MAX_PICTURES = 11;

/** Avatar and gallery of the logged-in user's profile; nothing while there is no profile. */
export function ProfilePictures({ userId }: { userId: number }) {
  const { currentData: profile } = useOwnProfileQuery(userId);
  return profile === undefined || profile === null ? null : <Pictures profile={profile} />;
}

function Pictures({ profile }: { profile: OwnProfile }) {
  const [upload, uploading] = useUploadPictureMutation();
  const [update, updating] = useUpdateProfileMutation();
  const notices = useNotices();
  const isBusy = uploading.isLoading || updating.isLoading;
  const ids = profile.gallery.map(({ id }) => id);

  const showFailure = (error: unknown) =>
    notices.error(isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE);

  async function save(data: object): Promise<void> {
    const { error } = await update({ id: profile.id, data: { ...data, ...DECLARED } });
    if (error === undefined) notices.success('Profile update successfully!');
    else notices.error('Profile update Failed!');
  }

  async function add(file: File, dataOf: (pictureId: number) => object): Promise<void> {
    const problem = pictureProblem(file);
    if (problem !== null) {
      notices.error(problem);
      return;
    }
    const stored = await upload(file);
    if (stored.error === undefined) await save(dataOf(stored.data.id));
    else showFailure(stored.error);
  }

  return (
    <aside className={styles.accountPictures} aria-label="Pictures of your profile">
      <p className={styles.accountHint}>
        By changing these pictures you also make this declaration: {DECLARATION.text}.
      </p>
      <h2>Picture</h2>
      {profile.picture !== null && (
        <img className={styles.accountPicturesAvatar} src={profile.picture.url} alt="Your profile" />
      )}
      <UploadButton
        label="Change picture"
        accept={ACCEPTED_PICTURES}
        isBusy={isBusy}
        onFile={(file) => void add(file, (PrimaryImageId) => ({ PrimaryImageId }))}
      />
      <h2>Gallery</h2>
      {profile.gallery.length === 0 && <p className={styles.accountHint}>No pictures yet</p>}
      <ul className={styles.accountPicturesGallery}>
        {profile.gallery.map(({ id, url }, index) => (
          <li key={id}>
            <img src={url} alt={`${index + 1} of your gallery`} />
            <PlainButton
              isBusy={isBusy}
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => void save({ SecondaryImageIds: ids.filter((one) => one !== id) })}
            >
              Remove
            </PlainButton>
          </li>
        ))}
      </ul>
      {ids.length < MAX_PICTURES && (
        <UploadButton
          label="Add to gallery"
          accept={ACCEPTED_PICTURES}
          isBusy={isBusy}
          onFile={(file) => void add(file, (id) => ({ SecondaryImageIds: [...ids, id] }))}
        />
      )}
    </aside>
  );
}
