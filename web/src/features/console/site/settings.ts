import {
  siteOptionCollection,
  siteSettingCollection,
  socialLinkCollection,
} from '@vidhi/collections/news/site-settings.ts';
import { email, filled } from '#shared/forms/checks.ts';
import type { Check } from '#shared/forms/form-definition.ts';
import { fieldOf } from '../kit/form-field.ts';
import { resourceApi } from '../kit/resource-api.ts';
import { toRow, type Source } from '../kit/source.ts';

type Row = Readonly<Record<string, unknown>>;

const singleSource = (path: string): Source<Row> => ({
  list: () => path,
  toPage: (body) => ({ rows: [toRow((body as { data: unknown }).data) as Row], total: 1 }),
  one: () => path,
  toRow: (body) => (toRow((body as { data: unknown }).data) ?? {}) as Row,
  update: (_id, values) => ({ url: path, method: 'PUT', body: { data: values } }),
});

export const optionApi = resourceApi<Row>('site-options', singleSource('/site-options'));
export const settingApi = resourceApi<Row>('site-setting', singleSource('/site-setting'));
export const socialApi = resourceApi<Row>('social-link', singleSource('/social-link'));

const YEARS = { from: 1800, to: 9999 } as const;

const isYear: Check<unknown, unknown> = (value) =>
  value === null || value === undefined || (Number(value) >= YEARS.from && Number(value) <= YEARS.to)
    ? null
    : `A year from ${YEARS.from} on`;

const option = (name: string, options: Parameters<typeof fieldOf>[2]) =>
  fieldOf(siteOptionCollection, name, options);

export const OPTION_FIELDS = [
  option('site_name', { label: 'Name of the site', checks: [filled('Name of the site is required')] }),
  option('site_description', { label: 'Description', help: 'For search engines and shared links' }),
  option('publisher_name', { label: 'Publisher', help: 'In the data of articles for search engines' }),
  option('footer_year_from', { label: 'First year in the foot', checks: [isYear] }),
  option('footer_year_to', { label: 'Last year in the foot', checks: [isYear] }),
  option('computed_read_time', { label: 'Compute the reading time from the text' }),
  option('grievance_officer_name', { label: 'Grievance officer' }),
  option('grievance_officer_contact', { label: 'How to reach the grievance officer' }),
  option('code_of_ethics', { label: 'Code of ethics', help: 'HTML, shown on the page About' }),
  option('profile_approval', { label: 'Profiles are shown only when staff has approved them' }),
  option('profiles_noindex', { label: 'Search engines leave out profiles' }),
  option('rule36_mode', {
    label: 'Profiles show only what Rule 36 of the Bar Council lists',
    help: 'No fees, photographs, pictures or own descriptions',
  }),
];

export const SETTING_FIELDS = [
  fieldOf(siteSettingCollection, 'contact_email', {
    label: 'Address for messages',
    help: 'Messages from the contact page go there',
    checks: [email('The address must be a valid email address.') as Check<unknown, unknown>],
  }),
  fieldOf(siteSettingCollection, 'show_products', { label: 'Show the slider on the front page' }),
  fieldOf(siteSettingCollection, 'show_auth', { label: 'Visitors can register and log in' }),
];

export const SOCIAL_FIELDS = [
  fieldOf(socialLinkCollection, 'facebook', { help: 'A full address, with https://' }),
  fieldOf(socialLinkCollection, 'twitter', { label: 'X' }),
  fieldOf(socialLinkCollection, 'linkedin', { label: 'LinkedIn' }),
  fieldOf(socialLinkCollection, 'youtube', { label: 'YouTube' }),
];
