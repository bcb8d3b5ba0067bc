import { baseApi } from '#shared/api/base-api.ts';
import { saveFile } from '#shared/files/save-file.ts';

const registerFileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Has the browser save what a month received and disposed of. */
    saveRegister: build.mutation<null, string>({
      queryFn: async (month, _api, _options, call) => {
        const { data, error } = await call({
          url: `/grievances/register.csv?${new URLSearchParams({ month })}`,
          responseHandler: async (response: Response) =>
            response.ok ? await response.blob() : await response.json(),
        });
        if (error !== undefined) return { error };
        saveFile(`grievances-${month}.csv`, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});

const { useSaveRegisterMutation } = registerFileApi;

/** Returns a function that saves the file of a month; it resolves with the error, or null. */
export function useRegisterFile(): (month: string) => Promise<unknown> {
  const [save] = useSaveRegisterMutation();
  return async (month) => (await save(month)).error ?? null;
}
