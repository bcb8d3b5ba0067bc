import type { Read, WireOne } from '../../shared/api/read.ts';

export interface SiteSettings {
  showProducts: boolean;
}

export interface SocialLink {
  name: 'Facebook' | 'X' | 'LinkedIn' | 'YouTube';
  url: string;
}

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
