/** Where documents of one type go: the service that owns them, and the name of its door. */
export interface Destination {
  uid: string;
  service: 'accounts' | 'catalog' | 'news';
  type: string;
}

/**
 * In the order in which they are imported: what others point at comes first, so that a reader never shows a post
 * whose author or picture is still on its way.
 */
export const DESTINATIONS: readonly Destination[] = [
  { uid: 'plugin::users-permissions.user', service: 'accounts', type: 'users' },
  { uid: 'plugin::upload.file', service: 'catalog', type: 'files' },
  { uid: 'api::site-setting.site-setting', service: 'news', type: 'site-setting' },
  { uid: 'api::social-link.social-link', service: 'news', type: 'social-link' },
  { uid: 'api::site-option.site-option', service: 'news', type: 'site-option' },
  { uid: 'api::category.category', service: 'news', type: 'category' },
  { uid: 'api::tag.tag', service: 'news', type: 'tag' },
  { uid: 'api::site-ad.site-ad', service: 'news', type: 'site-ad' },
  { uid: 'api::product.product', service: 'news', type: 'product' },
  { uid: 'api::hosted-page.hosted-page', service: 'news', type: 'hosted-page' },
  { uid: 'api::post.post', service: 'news', type: 'post' },
  ...[
    'country-state',
    'state-district',
    'city',
    'type-of-court',
    'court',
    'language',
    'specialization',
    'author',
    'publisher',
    'catelog-category',
    'book-tag',
    'book',
    'lawyer',
  ].map((type) => ({ uid: `api::${type}.${type}`, service: 'catalog' as const, type })),
];

/** Types that an export holds for the reference's own use; nothing of them is imported, and nobody misses them. */
const INTERNAL = [
  /^plugin::users-permissions\.(permission|role)$/,
  /^plugin::upload\.folder$/,
  /^admin::/,
  /^strapi::/,
];

export const isInternal = (uid: string): boolean => INTERNAL.some((pattern) => pattern.test(uid));
