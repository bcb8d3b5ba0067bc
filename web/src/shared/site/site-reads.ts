import type { SiteLayout } from '@vidhi/contracts/site-layout.ts';
import type { Attributes } from '@vidhi/collections/all.ts';
import type { QueryDefinition, WireOne } from '../api/read.ts';
import { FOUNDING_YEAR } from './site.ts';

export interface SiteSettings {
  showProducts: boolean;
  /** Whether visitors can log in on this site. */
  showAuth: boolean;
  /** Null where the editors have set none. */
  contactEmail: string | null;
}

export interface SocialLink {
  name: 'Facebook' | 'X' | 'LinkedIn' | 'YouTube';
  url: string;
}

/** Options that the reference has not; null where the editors have set none. */
export interface SiteOptions {
  name: string | null;
  description: string | null;
  tagline: string | null;
  /** Hosts whose documents may be framed, one a line. */
  frameHosts: string | null;
  /** Whether the read time is computed from the text instead of the constant `2 min read`. */
  computedReadTime: boolean;
  /** Whether profile pages have `noindex`. */
  profilesNoindex: boolean;
  /** Whether pages say that they were shown; absent where the editors have not turned it on. */
  countsReaders?: true;
  /** Whether the site takes grievances. */
  takesGrievances: boolean;
  /** Copyright years in the footer. */
  years: { from: number; to: number };
}

/** Default range of years, from the specification, where the editors have set none. */
const YEARS = { from: FOUNDING_YEAR, to: 2024 };

const NO_OPTIONS: SiteOptions = {
  name: null,
  description: null,
  tagline: null,
  frameHosts: null,
  computedReadTime: false,
  profilesNoindex: false,
  takesGrievances: false,
  years: YEARS,
};

export const optionsRead: QueryDefinition<void, SiteOptions, WireOne<Attributes<'site-option'>>> = {
  name: 'options',
  shared: true,
  path: () => '/site-options?populate=*',
  transform: ({ data }) => ({
    name: data?.attributes.site_name || null,
    description: data?.attributes.site_description || null,
    tagline: data?.attributes.tagline || null,
    frameHosts: data?.attributes.frame_hosts || null,
    computedReadTime: data?.attributes.computed_read_time === true,
    profilesNoindex: data?.attributes.profiles_noindex === true,
    ...(data?.attributes.count_readers === true && { countsReaders: true }),
    takesGrievances: data?.attributes.takes_grievances === true,
    years: {
      from: data?.attributes.footer_year_from ?? YEARS.from,
      to: data?.attributes.footer_year_to ?? YEARS.to,
    },
  }),
  fallback: NO_OPTIONS,
  notFoundValue: NO_OPTIONS,
};

/** The settings of the site. Without a fallback: `WaitForConfig` waits for them. */
export const settingsRead: QueryDefinition<void, SiteSettings, WireOne<Attributes<'site-setting'>>> = {
  name: 'settings',
  shared: true,
  path: () => '/site-setting',
  transform: ({ data }) => ({
    showProducts: data?.attributes.show_products === true,
    showAuth: data?.attributes.show_auth === true,
    contactEmail: data?.attributes.contact_email?.trim() || null,
  }),
};

/** Links of the menu and the foot. */
export const layoutRead: QueryDefinition<void, SiteLayout, { data: SiteLayout }> = {
  name: 'layout',
  shared: true,
  path: () => '/site-options/layout',
  transform: ({ data }) => data,
  fallback: { menu: [], foot: [] },
};

const NETWORKS = [
  ['twitter', 'X'],
  ['linkedin', 'LinkedIn'],
  ['youtube', 'YouTube'],
  ['facebook', 'Facebook'],
] as const;

/** The networks for which the editors have set a URL. */
export const socialRead: QueryDefinition<void, SocialLink[], WireOne<Attributes<'social-link'>>> = {
  name: 'social',
  shared: true,
  path: () => '/social-link',
  transform: ({ data }) =>
    NETWORKS.flatMap(([key, name]) => {
      const url = data?.attributes[key]?.trim() ?? '';
      return /^https?:\/\//i.test(url) ? [{ name, url }] : [];
    }),
  fallback: [],
};
