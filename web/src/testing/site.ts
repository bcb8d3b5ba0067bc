import type { SiteConfig } from '#shared/site/site.ts';

export const aSite = (facts: Partial<SiteConfig> = {}): SiteConfig => ({
  name: 'Vidhi',
  description: 'News of the law',
  tagline: 'Legal and taxation news for India',
  computedReadTime: false,
  profilesNoindex: false,
  publicUrl: 'https://vidhi.example',
  frameHosts: ['pages.example'],
  ...facts,
});
