import { baseApi, queryFor } from '#shared/api/base-api.ts';
import type { GrievanceForm } from './grievance-form-definition.ts';
import { grievanceDaysRead } from './grievance-reads.ts';

const grievanceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    grievanceDays: build.query(queryFor(grievanceDaysRead)),
    sendGrievance: build.mutation<unknown, GrievanceForm>({
      query: (body) => ({ url: '/grievances', method: 'POST', body }),
    }),
  }),
});

export const { useGrievanceDaysQuery, useSendGrievanceMutation } = grievanceApi;
