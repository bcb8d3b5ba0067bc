import { required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** Tabs in which an article is open at present, without anything but the account. */
export const PRESENCE = storedCollection(
  'presence',
  {
    /** Id of the post and name of the tab. */
    _id: required(String),
    postId: required(Number),
    tab: required(String),
    /** Id of the account. */
    by: required(Number),
    since: required(Date),
    expiresAt: required(Date),
  },
  [{ fields: { postId: 1 } }, { fields: { expiresAt: 1 } }],
);
