import { baseApi } from '#shared/api/base-api.ts';
import type { WireList } from '#shared/api/read.ts';
import type { FileRow } from '#shared/picture/picture.ts';
import { toOwnProfile, type OwnProfile, type WireOwnProfile } from '#shared/profile-form/own-profile.ts';
import { COLLECTIONS } from '#shared/profile-form/profile-body.ts';
import type { ProfileKind } from '#shared/profile-form/profile-kind.ts';

type StoredPicture = Pick<FileRow, 'id' | 'url'>;

const UPLOAD_TIMEOUT_MS = 60_000;

const uploadRequest = (file: File) => {
  const body = new FormData();
  body.append('files', file);
  return { url: '/upload', method: 'POST', body, timeout: UPLOAD_TIMEOUT_MS };
};

interface NewProfile {
  kind: ProfileKind;
  data: object;
}

const creationRequest = ({ kind, data }: NewProfile) => ({
  url: `/${COLLECTIONS[kind]}`,
  method: 'POST',
  body: { data },
});

const firstOf = (pictures: readonly StoredPicture[]): StoredPicture => {
  const [picture] = pictures;
  if (picture === undefined) throw new Error('The upload names no picture');
  return picture;
};

export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Uploads a picture for somebody who has just registered: the cookie of the registration ticket permits it. */
    uploadAsRegistrant: build.mutation<StoredPicture, File>({
      query: uploadRequest,
      transformResponse: firstOf,
    }),
    createProfileAsRegistrant: build.mutation<unknown, NewProfile>({ query: creationRequest }),
    /** The profile of the logged-in lawyer or firm; null while there is none. */
    ownProfile: build.query<OwnProfile | null, number>({
      query: (userId) => `/lawyers?filters[users_permissions_user][id][$eq]=${userId}&populate=*`,
      transformResponse: ({ data: [entry] }: WireList<WireOwnProfile>) =>
        entry === undefined ? null : toOwnProfile(entry),
      providesTags: ['Profile', 'Member'],
      extraOptions: { auth: true },
    }),
    uploadPicture: build.mutation<StoredPicture, File>({
      query: uploadRequest,
      transformResponse: firstOf,
      extraOptions: { auth: true },
    }),
    createProfile: build.mutation<unknown, NewProfile>({
      query: creationRequest,
      invalidatesTags: ['Profile'],
      extraOptions: { auth: true },
    }),
    /** Changes a profile of a lawyer or a firm. */
    updateProfile: build.mutation<unknown, { id: number; data: object }>({
      query: ({ id, data }) => ({ url: `/lawyers/${id}`, method: 'PUT', body: { data } }),
      invalidatesTags: ['Profile'],
      extraOptions: { auth: true },
    }),
  }),
});

export const {
  useCreateProfileAsRegistrantMutation,
  useCreateProfileMutation,
  useOwnProfileQuery,
  useUpdateProfileMutation,
  useUploadAsRegistrantMutation,
  useUploadPictureMutation,
} = profileApi;
