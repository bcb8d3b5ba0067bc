import type { ProfileEvidence } from '@vidhi/contracts/profile-evidence.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { saveFile } from '#shared/files/save-file.ts';

const OWN = '/directory/own/evidence';
const UPLOAD_TIMEOUT_MS = 60_000;

const evidenceApi = baseApi.enhanceEndpoints({ addTagTypes: ['Evidence'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Documents that prove what the own profile says. */
    ownEvidence: build.query<readonly ProfileEvidence[], void>({
      query: () => OWN,
      transformResponse: ({ data }: { data: readonly ProfileEvidence[] }) => data,
      providesTags: ['Evidence', 'Member'],
      extraOptions: { auth: true },
    }),
    addEvidence: build.mutation<unknown, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file);
        return { url: OWN, method: 'POST', body, timeout: UPLOAD_TIMEOUT_MS };
      },
      invalidatesTags: ['Evidence'],
      extraOptions: { auth: true },
    }),
    removeEvidence: build.mutation<unknown, string>({
      query: (id) => ({ url: `${OWN}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Evidence'],
      extraOptions: { auth: true },
    }),
    /** Has the browser save a document, which is sent with the access token only. */
    saveEvidence: build.mutation<null, ProfileEvidence>({
      queryFn: async ({ id, name }, _api, _options, call) => {
        const { data, error } = await call({
          url: `${OWN}/${id}`,
          responseHandler: async (response: Response) =>
            response.ok ? await response.blob() : await response.json(),
        });
        if (error !== undefined) return { error };
        saveFile(name, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});

export const {
  useAddEvidenceMutation,
  useOwnEvidenceQuery,
  useRemoveEvidenceMutation,
  useSaveEvidenceMutation,
} = evidenceApi;
