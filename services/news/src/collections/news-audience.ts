import { audienceAtDesks } from '@vidhi/service-kit/auth.ts';

/** Drafts are read by staff who write or publish. */
export const newsAudienceOf = audienceAtDesks('news', 'publish');
