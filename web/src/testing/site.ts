import type { SiteConfig } from '#shared/site/site.ts';

export const aSite = (facts: Partial<SiteConfig> = {}): SiteConfig => ({
  name: 'Vidhi',
  description: 'News of the law',
  computedReadTime: false,
  profilesNoindex: false,
  publicUrl: 'https://vidhi.example',
  frameHosts: ['pages.example'],
  ...facts,
});
