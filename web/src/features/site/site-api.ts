import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import { optionsRead, settingsRead, socialRead } from './site-reads.ts';

export const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    options: build.query(queryFor(optionsRead)),
    settings: build.query(queryFor(settingsRead)),
    social: build.query(queryFor(socialRead)),
  }),
});

export const { useOptionsQuery, useSettingsQuery, useSocialQuery } = siteApi;
