import { baseApi, queryFor } from '../../shared/api/base-api.ts';
import { settingsRead, socialRead } from './site-reads.ts';

export const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query(queryFor(settingsRead)),
    social: build.query(queryFor(socialRead)),
  }),
});

export const { useSettingsQuery, useSocialQuery } = siteApi;
