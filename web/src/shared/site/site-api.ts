import { baseApi, queryFor } from '../api/base-api.ts';
import { optionsRead, publisherRead, settingsRead, socialRead } from './site-reads.ts';

export const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    options: build.query(queryFor(optionsRead)),
    publisher: build.query(queryFor(publisherRead)),
    settings: build.query(queryFor(settingsRead)),
    social: build.query(queryFor(socialRead)),
  }),
});

export const { useOptionsQuery, usePublisherQuery, useSettingsQuery, useSocialQuery } = siteApi;
