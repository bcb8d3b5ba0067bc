import type { Unchecked } from '@vidhi/collections/all.ts';
import { checkedTitlePattern, VERIFICATIONS, verificationToken } from '@vidhi/contracts/search-defaults.ts';
import type { HeadTag } from '#shared/head/head.ts';
import { toPicture, type WirePicture } from '#shared/picture/picture.ts';
import { shareCrop, type SharePicture } from '#shared/picture/share-picture.ts';
import type { WireEntry } from '#shared/api/read.ts';
import { createDerivedCache, isObject } from './derived-cache.ts';

/** Choices of the owner for search engines and shared links, from a response of `/site-options`. */
export interface SearchOptions {
  /** Absent for that of the product. */
  titlePattern?: string;
  /** Whether search engines leave out the whole site. */
  isHidden: boolean;
  /** For pages that have no picture. */
  picture: SharePicture | null;
  /** Elements by which search engines verify the owner, for the front page. */
  verification: readonly HeadTag[];
}

const NONE: SearchOptions = { isHidden: false, picture: null, verification: [] };
const cached = createDerivedCache();

function derive(body: object): SearchOptions {
  const { data } = body as { data?: { attributes?: Unchecked<'site-option'> } | null };
  const options = data?.attributes ?? {};
  const { value: titlePattern } = checkedTitlePattern(options.title_pattern);
  const { data: file } = (options.share_picture ?? {}) as { data?: WireEntry<WirePicture> | null };
  const picture = file ? toPicture(file) : null;
  return {
    ...(titlePattern === undefined ? {} : { titlePattern }),
    isHidden: options.hidden_from_search === true,
    picture: shareCrop(picture) ?? picture,
    verification: VERIFICATIONS.flatMap(({ option, element }): HeadTag[] => {
      const token = verificationToken(options[option]);
      return token === null ? [] : [{ tag: 'meta', attributes: { name: element, content: token } }];
    }),
  };
}

/** Returns the choices in a response; the defaults for any other value. Those of a response that pages share are derived once. */
export const searchOptionsOf = (body: unknown): SearchOptions =>
  isObject(body) ? cached('search', body, () => derive(body)) : NONE;
