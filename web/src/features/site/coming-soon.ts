/** A page that is still to be written, and where a reader finds meanwhile what it is to hold. */
export interface ComingPage {
  path: string;
  /** What the links to it say. */
  name: string;
  about: string;
  /** Whether the editors' address helps meanwhile, or the feed does. */
  meanwhile: 'write' | 'follow';
}

export const COMING_PAGES: readonly ComingPage[] = [
  {
    path: '/comming-soon',
    name: 'Coming Soon',
    about: 'We are working on this part of the site.',
    meanwhile: 'follow',
  },
  {
    path: '/products',
    name: 'Products',
    about: 'Books, journals and tools for the practice of law will be listed here.',
    meanwhile: 'follow',
  },
  {
    path: '/subscribe',
    name: 'Subscribe',
    about: 'Our newsletter by e-mail is being prepared.',
    meanwhile: 'follow',
  },
  {
    path: '/career',
    name: 'Career',
    about: 'Open positions on the desk and in the company will be announced here.',
    meanwhile: 'write',
  },
  {
    path: '/join',
    name: 'Join Us',
    about: 'Advocates, chartered accountants and company secretaries will be able to write for us from here.',
    meanwhile: 'write',
  },
  {
    path: '/terms-of-service',
    name: 'Terms of Service',
    about: 'The terms on which this site may be used will be published here.',
    meanwhile: 'write',
  },
  {
    path: '/privacy-policy',
    name: 'Privacy Policy',
    about: 'What this site keeps about its visitors, and why, will be set out here.',
    meanwhile: 'write',
  },
];

export const comingPage = (path: string): ComingPage | undefined =>
  COMING_PAGES.find((page) => page.path === path);

/** The eight links of the foot, in the order of the specification. */
export const SITE_LINKS: readonly { name: string; path: string }[] = [
  { name: 'Home', path: '/' },
  { name: 'About', path: '/about' },
  ...['/subscribe', '/career', '/terms-of-service', '/privacy-policy'].flatMap(
    (path) => comingPage(path) ?? [],
  ),
  { name: 'Contact Us', path: '/contact' },
  ...[comingPage('/join')].flatMap((page) => page ?? []),
];
