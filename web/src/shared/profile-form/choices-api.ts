import { baseApi } from '#shared/api/base-api.ts';
import type { WireList } from '#shared/api/read.ts';
import { choicesPath, toChoices, type Choice, type ChoiceQuery, type WireChoice } from './choice.ts';

const choicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    choices: build.query<Choice[], ChoiceQuery>({
      query: choicesPath,
      transformResponse: (body: WireList<WireChoice>) => toChoices(body),
    }),
  }),
});

export const { useChoicesQuery } = choicesApi;
