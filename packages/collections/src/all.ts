import { userCollection } from './accounts/user.ts';
import { bookCollection } from './catalog/book.ts';
import { fileCollection } from './catalog/file.ts';
import { lawyerCollection } from './catalog/lawyer.ts';
import { referenceLists } from './catalog/reference-lists.ts';
import { cartCollection } from './cart-orders/cart.ts';
import { categoryCollection } from './news/category.ts';
import { hostedPageCollection } from './news/hosted-page.ts';
import { newsAuthorCollection } from './news/news-author.ts';
import { postCollection } from './news/post.ts';
import { productCollection } from './news/product.ts';
import { redirectCollection } from './news/redirect.ts';
import { siteAdCollection } from './news/site-ad.ts';
import { siteOptionCollection, siteSettingCollection, socialLinkCollection } from './news/site-settings.ts';
import { tagCollection } from './news/tag.ts';
import type { CollectionDeclaration } from './declaration.ts';
import type { StoredOf } from './stored.ts';
import type { WireAttributes, WireOf } from './wire.ts';

/** Collections owned by news, in import order. */
export const newsOwned = [
  categoryCollection,
  tagCollection,
  newsAuthorCollection,
  postCollection,
  siteAdCollection,
  productCollection,
  hostedPageCollection,
  siteSettingCollection,
  socialLinkCollection,
  siteOptionCollection,
  redirectCollection,
] as const;

/** Collections that catalog owns besides pictures, in import order. */
export const catalogOwned = [...referenceLists, bookCollection, lawyerCollection] as const;

/** Every content collection, and users as other services see them. */
export const allCollections = [
  ...newsOwned,
  ...catalogOwned,
  fileCollection,
  userCollection,
  cartCollection,
] as const;

export type All = typeof allCollections;
export type Name = All[number]['name'];
type Named<N extends Name> = Extract<All[number], { name: N } & CollectionDeclaration>;

/** A document of a collection as models and stores have it: `Stored<'post'>`. */
export type Stored<N extends Name> = StoredOf<Named<N>>;
/** An entity of a collection in responses: `Wire<'post'>`. */
export type Wire<N extends Name> = WireOf<All, Named<N>>;
/** Its attributes, without the id. */
export type Attributes<N extends Name> = WireAttributes<All, Named<N>>;
/** The same with values of which nothing is certain, as in JSON from anywhere. */
export type Unchecked<N extends Name> = UncheckedRow<Attributes<N>>;
type UncheckedRow<Row> = { readonly [K in keyof Row]?: unknown };

/** Body of a response with a list of a collection: `ListBody<'post'>`. */
export interface ListBody<N extends Name> {
  data: Wire<N>[];
  meta: { pagination: { page: number; pageSize: number; pageCount: number; total: number } };
}

/** Body of a response with one document of a collection. */
export interface OneBody<N extends Name> {
  data: Wire<N>;
}
