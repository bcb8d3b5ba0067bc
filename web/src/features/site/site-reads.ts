import type { Read, WireOne } from '../../shared/api/read.ts';

export interface SiteSettings {
  showProducts: boolean;
}

export interface SocialLink {
  name: 'Facebook' | 'X' | 'LinkedIn' | 'YouTube';
  url: string;
}

/** Settings of this product's own; null where the editors have said nothing. */
export interface SiteOptions {
  name: string | null;
  description: string | null;
  /** Whether the label `2 min read` gives way to a counted one. */
  computedReadTime: boolean;
}

interface WireOptions {
  site_name: string | null;
  site_description: string | null;
  computed_read_time: boolean | null;
}

const NO_OPTIONS: SiteOptions = { name: null, description: null, computedReadTime: false };

export const optionsRead: Read<void, SiteOptions, WireOne<WireOptions>> = {
  name: 'options',
  path: () => '/site-options',
  view: ({ data }) => ({
    name: data?.attributes.site_name || null,
    description: data?.attributes.site_description || null,
    computedReadTime: data?.attributes.computed_read_time === true,
  }),
  empty: NO_OPTIONS,
  absent: NO_OPTIONS,
};

interface WireSettings {
  show_products: boolean | null;
}

type WireSocial = Record<'facebook' | 'twitter' | 'linkedin' | 'youtube', string | null>;

export const settingsRead: Read<void, SiteSettings, WireOne<WireSettings>> = {
  name: 'settings',
  path: () => '/site-setting',
  view: ({ data }) => ({ showProducts: data?.attributes.show_products === true }),
  empty: { showProducts: false },
};

const NETWORKS = [
  ['twitter', 'X'],
  ['linkedin', 'LinkedIn'],
  ['youtube', 'YouTube'],
  ['facebook', 'Facebook'],
] as const;

/** The networks that have an address. */
export const socialRead: Read<void, SocialLink[], WireOne<WireSocial>> = {
  name: 'social',
  path: () => '/social-link',
  view: ({ data }) =>
    NETWORKS.flatMap(([key, name]) => {
      const url = data?.attributes[key]?.trim() ?? '';
      return /^https?:\/\//i.test(url) ? [{ name, url }] : [];
    }),
  empty: [],
};
