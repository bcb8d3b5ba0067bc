import {
  siteOptionCollection,
  siteSettingCollection,
  socialLinkCollection,
} from '@vidhi/collections/news/site-settings.ts';
import { email, filled } from '#shared/forms/checks.ts';
import type { Check } from '#shared/forms/form-definition.ts';
import { GRIEVANCE_DAYS } from '@vidhi/contracts/grievance-categories.ts';
import {
  checkedTitlePattern,
  checkedVerification,
  DEFAULT_TITLE_PATTERN,
  VERIFICATIONS,
} from '@vidhi/contracts/search-defaults.ts';
import type { Checked } from '@vidhi/contracts/checked-value.ts';
import { colourProblem, type Scheme } from '@vidhi/contracts/site-colours.ts';
import { fieldOf, type Field } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { toRow, type Source } from '../kit/source.ts';

type Row = Readonly<Record<string, unknown>>;

const singleSource = (path: string): Source<Row> => ({
  list: () => path,
  toPage: (body) => ({ rows: [toRow((body as { data: unknown }).data) as Row], total: 1 }),
  one: () => path,
  toRow: (body, etag) => ({
    ...((toRow((body as { data: unknown }).data) ?? {}) as Row),
    ...(etag === null ? {} : { etag }),
  }),
  update: (_id, values) => ({ url: path, method: 'PUT', body: { data: values } }),
});

export const OPTIONS_PATH = '/site-options?populate=*';
export const optionApi = resourceApi<Row>('site-options', singleSource(OPTIONS_PATH));
export const settingApi = resourceApi<Row>('site-setting', singleSource('/site-setting'));
export const socialApi = resourceApi<Row>('social-link', singleSource('/social-link'));

const YEARS = { from: 1800, to: 9999 } as const;

const isYear: Check<unknown, unknown> = (value) =>
  value === null || value === undefined || (Number(value) >= YEARS.from && Number(value) <= YEARS.to)
    ? null
    : `A year from ${YEARS.from} on`;

const isGrievanceTime: Check<unknown, unknown> = (value) =>
  value === null || value === undefined || (Number(value) >= 1 && Number(value) <= GRIEVANCE_DAYS)
    ? null
    : `From 1 to ${GRIEVANCE_DAYS} days`;

const option = (
  name: keyof (typeof siteOptionCollection)['attributes'],
  options: Parameters<typeof fieldOf>[2],
) => fieldOf(siteOptionCollection, name, options);

/** Parts of the options of the site, each a form of its own. */
export interface SettingsPart {
  id: string;
  title: string;
  fields: readonly Field[];
}

const isReadable =
  (scheme: Scheme): Check<unknown, unknown> =>
  (value) =>
    typeof value !== 'string' || value.trim() === '' ? null : colourProblem(value.trim(), scheme);

export const NAME_PART: SettingsPart = {
  id: 'name',
  title: 'Name',
  fields: [
    option('site_name', {
      label: 'Name of the site',
      help: 'In the head of every page, in mails, and in search results',
      checks: [filled('Name of the site is required')],
    }),
    option('tagline', {
      help: 'Below the name on the front page and in the footer. Empty: “Legal and taxation news for India”',
    }),
    option('footer_year_from', {
      label: 'Founded in',
      help: 'The first year of the copyright notice, and “since” in the footer. Default: 2012',
      checks: [isYear],
    }),
    option('footer_year_to', {
      label: 'Last year of the copyright notice',
      help: 'Default: 2024',
      checks: [isYear],
    }),
  ],
};

export const LOOK_PART: SettingsPart = {
  id: 'look',
  title: 'Logo and colours',
  fields: [
    option('logo', {
      help: 'In place of the name at the top of every page: PNG with a transparent background, at least 200 pixels high. Without one, the name stands there.',
    }),
    option('logo_dark', {
      label: 'Logo on dark pages',
      help: 'Without one, the logo above is there as well',
    }),
    option('site_icon', {
      label: 'Icon',
      help: 'For tabs, bookmarks and home screens: a square PNG of 512 × 512 pixels',
    }),
    option('accent_colour', {
      label: 'Colour of links and buttons',
      kind: 'colour',
      scheme: 'light',
      checks: [isReadable('light')],
    }),
    option('accent_colour_dark', {
      label: 'The same on dark pages',
      help: 'Empty: it follows from the colour above',
      kind: 'colour',
      scheme: 'dark',
      follows: 'accent_colour',
      checks: [isReadable('dark')],
    }),
  ],
};

/** Has the check of the service for a text that may be left empty. */
const isChecked =
  (check: (value: unknown) => Checked<unknown>): Check<unknown, unknown> =>
  (value) =>
    typeof value !== 'string' || value.trim() === '' ? null : (check(value).problem ?? null);

const SEARCH_PART: SettingsPart = {
  id: 'search',
  title: 'Search engines and shared links',
  fields: [
    option('site_description', {
      label: 'Description',
      help: 'On the front page, for search engines and shared links, and in feeds. Other pages have a description of their own. Default: “Legal and tax news for India”',
    }),
    option('title_pattern', {
      label: 'Titles of pages',
      help: `In tabs, search results and shared links: {title} is that of the page, {site} the name of the site. The front page has the name and the tagline. Default: ${DEFAULT_TITLE_PATTERN}`,
      checks: [isChecked(checkedTitlePattern)],
    }),
    option('share_picture', {
      label: 'Picture of shared links',
      help: 'For pages that have no picture of their own: 1200 × 630 pixels fit everywhere. Default: none',
    }),
    option('hidden_from_search', {
      label: 'Search engines leave out the whole site',
      help: 'For a site that is only tried. All pages get noindex, and robots.txt names no sitemap. Off by default. Pages that are listed already go within some weeks',
    }),
    ...VERIFICATIONS.map(({ option: name, engine }) =>
      option(name, {
        label: `Code of ${engine}`,
        help: `${engine} asks for it to show you how the site is found: the code, or the whole meta element that it shows. It is on the front page. Default: none`,
        checks: [isChecked(checkedVerification)],
      }),
    ),
  ],
};

export const OPTION_PARTS: readonly SettingsPart[] = [
  SEARCH_PART,
  {
    id: 'publisher',
    title: 'Publisher and grievances',
    fields: [
      option('publisher_name', {
        label: 'Publisher',
        help: 'The legal name, on the page About and in the data of articles for search engines',
      }),
      option('grievance_officer_name', {
        label: 'Grievance officer',
        help: 'On the pages About and Contact, as the IT Rules of 2021 ask',
      }),
      option('grievance_officer_contact', { label: 'How to reach the grievance officer' }),
      option('takes_grievances', {
        label: 'Take grievances on the site, if these rules apply to you',
        help: 'Rules 3(2) and 11 of the IT Rules of 2021. A form at /grievance, an acknowledgement at once, and a register in the console. Off by default',
      }),
      option('grievance_days', {
        label: 'Days in which a grievance is decided',
        help: 'At most 15, which is the default. Ask your lawyer whether a shorter time applies to you',
        checks: [isGrievanceTime],
      }),
      option('code_of_ethics', {
        label: 'Code of ethics',
        help: 'HTML, on the page About. Empty: the code appended to the Rules',
      }),
    ],
  },
  {
    id: 'articles',
    title: 'Articles',
    fields: [
      option('computed_read_time', {
        label: 'Compute the reading time from the text',
        help: 'Off by default: “2 min read” on every article',
      }),
      option('second_pair_of_eyes', {
        label: 'Somebody else must approve an article before it is published',
        help: 'Off by default. The last editor of an article cannot approve it',
      }),
      option('frame_hosts', {
        label: 'Hosts of frames',
        help: 'One a line, such as forms.example.com: pages with a text there show it in a frame instead of a link, and articles show what they had in a frame of that site, such as a video of player.vimeo.com. Empty: those of FRAME_HOSTS',
      }),
    ],
  },
  {
    id: 'readers',
    title: 'Counting readers',
    fields: [
      option('count_readers', {
        label: 'Count page views and searches',
        help: 'Off by default. Without cookies, without anything about a person, and without another company; the figures are at Readers in the menu',
      }),
    ],
  },
  {
    id: 'profiles',
    title: 'Directory of lawyers',
    fields: [
      option('profile_approval', {
        label: 'Profiles are shown only when staff has approved them',
        help: 'Off by default',
      }),
      option('profiles_noindex', { label: 'Search engines leave out profiles', help: 'Off by default' }),
      option('rule36_mode', {
        label: 'Profiles show only what Rule 36 of the Bar Council lists',
        help: 'No fees, photographs, pictures or own descriptions. Off by default',
      }),
    ],
  },
];

export const SETTING_FIELDS = [
  fieldOf(siteSettingCollection, 'contact_email', {
    label: 'Address for messages',
    help: 'Messages from the contact page go there',
    checks: [email('The address must be a valid email address.') as Check<unknown, unknown>],
  }),
  fieldOf(siteSettingCollection, 'show_products', {
    label: 'Show the slider on the front page',
    help: 'On by default',
  }),
  fieldOf(siteSettingCollection, 'show_auth', {
    label: 'Visitors can register and log in',
    help: 'On by default. Off: no login on the pages; staff log in at /console',
  }),
];

export const SOCIAL_FIELDS = [
  fieldOf(socialLinkCollection, 'facebook', { help: 'A full address, with https://' }),
  fieldOf(socialLinkCollection, 'twitter', { label: 'X' }),
  fieldOf(socialLinkCollection, 'linkedin', { label: 'LinkedIn' }),
  fieldOf(socialLinkCollection, 'youtube', { label: 'YouTube' }),
];
