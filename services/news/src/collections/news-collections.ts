import { type Collection, fileCollection } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/content-service';
import { categoryCollection } from './category.ts';
import { hostedPageCollection } from './hosted-page.ts';
import { postCollection } from './post.ts';
import { productCollection } from './product.ts';
import { siteAdCollection } from './site-ad.ts';
import { siteOptionCollection, siteSettingCollection, socialLinkCollection } from './site-setting.ts';
import { tagCollection } from './tag.ts';

/** Collections owned by news, in import order. */
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

/** Collections with generic routes: all except settings with their own endpoint. */
export const routedCollections: readonly Collection[] = ownedCollections.filter(
  ({ name }) => name !== siteOptionCollection.name,
);

/** All collections of the model: those owned by news, and copies of pictures and authors' names. */
export const newsCollections: readonly Collection[] = [...ownedCollections, fileCollection, userCollection];
