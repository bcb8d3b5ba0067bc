/** The service and the import endpoint for documents of one type. */
export interface Destination {
  uid: string;
  service: 'accounts' | 'catalog' | 'news' | 'notify' | 'cart-orders';
  type: string;
}

/**
 * In import order: targets of relations first, so that a reader never shows a post whose author or picture is
 * not imported yet.
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
  { uid: 'api::cart.cart', service: 'cart-orders', type: 'cart' },
  // They are stored; an import sends no mails.
  { uid: 'api::coming-soon-user.coming-soon-user', service: 'notify', type: 'coming-soon-users' },
];

/** Internal types of the reference, which are not imported. */
const INTERNAL = [
  /^plugin::users-permissions\.(permission|role)$/,
  /^plugin::upload\.folder$/,
  /^admin::/,
  /^strapi::/,
];

export const isInternal = (uid: string): boolean => INTERNAL.some((pattern) => pattern.test(uid));
