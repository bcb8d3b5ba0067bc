import type { Read, WireOne } from '#shared/api/read.ts';

/** Whether visitors can sign in on this site. */
export const showAuthRead: Read<void, boolean, WireOne<{ show_auth?: boolean | null }>> = {
  name: 'showAuth',
  path: () => '/site-setting',
  view: ({ data }) => data?.attributes.show_auth === true,
};
