import { defineCollection } from '../declaration.ts';

export const siteSettingCollection = defineCollection({
  name: 'site-setting',
  plural: 'site-settings',
  uid: 'api::site-setting.site-setting',
  kind: 'single',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    contact_email: { type: 'string' },
    show_products: { type: 'boolean' },
    show_auth: { type: 'boolean' },
  },
});

export const socialLinkCollection = defineCollection({
  name: 'social-link',
  plural: 'social-links',
  uid: 'api::social-link.social-link',
  kind: 'single',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    facebook: { type: 'string' },
    twitter: { type: 'string' },
    linkedin: { type: 'string' },
    youtube: { type: 'string' },
  },
});

/** Settings of this product that the reference does not have, served as `/api/site-options`. */
export const siteOptionCollection = defineCollection({
  name: 'site-option',
  plural: 'site-options',
  uid: 'api::site-option.site-option',
  kind: 'single',
  owner: 'news',
  routes: { detail: '/api/site-options' },
  ownRoutes: true,
  draftAndPublish: false,
  attributes: {
    site_name: { type: 'string', minLength: 1, maxLength: 120 },
    site_description: { type: 'string', maxLength: 300 },
    publisher_name: { type: 'string', maxLength: 120 },
    rule36_mode: { type: 'boolean' },
    /** Whether the site takes grievances with a form, and decides them within `grievance_days`; 15 where null. */
    takes_grievances: { type: 'boolean', absentIfNull: true },
    grievance_days: { type: 'integer', min: 1, max: 15, absentIfNull: true },
    grievance_officer_name: { type: 'string', maxLength: 120 },
    grievance_officer_contact: { type: 'string', maxLength: 300 },
    code_of_ethics: { type: 'text', html: true },
    computed_read_time: { type: 'boolean' },
    footer_year_from: { type: 'integer', min: 1800, max: 9999 },
    footer_year_to: { type: 'integer', min: 1800, max: 9999 },
    /** Whether profiles that their owners made are shown only when staff has approved them. */
    profile_approval: { type: 'boolean' },
    /** Whether profile pages have `noindex`. */
    profiles_noindex: { type: 'boolean' },
    /** Whether somebody else than its last editor must approve an article before it is published. */
    second_pair_of_eyes: { type: 'boolean', audience: 'staff', absentIfNull: true },
    /** Links of the menu and columns of the foot; null for the defaults. In the shape of `site-layout.ts` of the contracts. */
    menu_links: { type: 'json', audience: 'staff', absentIfNull: true },
    foot_columns: { type: 'json', audience: 'staff', absentIfNull: true },
    /** Blocks of the front page in the shape of `home-blocks.ts` of the contracts; null for the default ones. */
    home_blocks: { type: 'json', audience: 'staff', absentIfNull: true },
    /** Below the name on the front page and in the foot. */
    tagline: { type: 'string', maxLength: 120, absentIfNull: true },
    logo: { type: 'media' },
    /** The logo on a dark page; the other one where there is none. */
    logo_dark: { type: 'media' },
    /** A square picture for tabs, bookmarks and home screens. */
    site_icon: { type: 'media' },
    /** Titles of pages, with `{title}` and `{site}`; that of `search-defaults.ts` of the contracts where null. */
    title_pattern: { type: 'string', absentIfNull: true },
    /** For links to pages that have no picture. */
    share_picture: { type: 'media' },
    /** Whether search engines leave out the whole site, as one that is only tried. */
    hidden_from_search: { type: 'boolean', absentIfNull: true },
    /** Codes by which search engines verify the owner of the site. */
    google_verification: { type: 'string', absentIfNull: true },
    bing_verification: { type: 'string', absentIfNull: true },
    yandex_verification: { type: 'string', absentIfNull: true },
    /** Colour of links and buttons, as #rrggbb. */
    accent_colour: { type: 'string', absentIfNull: true },
    /** The same on a dark page; it follows from the other one where there is none. */
    accent_colour_dark: { type: 'string', absentIfNull: true },
    /** Hosts, one a line, whose documents hosted pages show in a frame; those of `FRAME_HOSTS` where null. */
    frame_hosts: { type: 'text', absentIfNull: true },
    /** Whether page views and searches are counted, without cookies. */
    count_readers: { type: 'boolean', absentIfNull: true },
  },
});
