import { type Collection, fileCollection } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/content-service';
import { categoryCollection } from './category.ts';
import { hostedPageCollection } from './hosted-page.ts';
import { postCollection } from './post.ts';
import { productCollection } from './product.ts';
import { siteAdCollection } from './site-ad.ts';
import { siteOptionCollection, siteSettingCollection, socialLinkCollection } from './site-setting.ts';
import { tagCollection } from './tag.ts';

/** What news owns, in the order in which an import puts it. */
export const ownedCollections: readonly Collection[] = [
  categoryCollection,
  tagCollection,
  postCollection,
  siteAdCollection,
  productCollection,
  hostedPageCollection,
  siteSettingCollection,
  socialLinkCollection,
  siteOptionCollection,
];

/** What the generic routes of the contract serve: all of it but the settings with an address of their own. */
export const routedCollections: readonly Collection[] = ownedCollections.filter(
  ({ name }) => name !== siteOptionCollection.name,
);

/** Everything that answers are made of: what news owns, and its copies of pictures and authors' names. */
export const newsCollections: readonly Collection[] = [...ownedCollections, fileCollection, userCollection];
