import { baseApi, queryFor } from '../api/base-api.ts';
import { layoutRead, optionsRead, settingsRead, socialRead } from './site-reads.ts';

export const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    layout: build.query(queryFor(layoutRead)),
    options: build.query(queryFor(optionsRead)),
    settings: build.query(queryFor(settingsRead)),
    social: build.query(queryFor(socialRead)),
  }),
});

export const { useLayoutQuery, useOptionsQuery, useSettingsQuery, useSocialQuery } = siteApi;
