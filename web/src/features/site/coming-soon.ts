import type { ScreenSegment } from '@vidhi/contracts/reserved-segments.ts';

/** A page that is not written yet. Its text is in `coming-soon-texts.ts`. */
export interface ComingPage {
  path: `/${ScreenSegment}`;
  /** Text of links to the page. */
  name: string;
}

export const COMING_PAGES: readonly ComingPage[] = [
  { path: '/comming-soon', name: 'Coming Soon' },
  { path: '/products', name: 'Products' },
  { path: '/subscribe', name: 'Subscribe' },
  { path: '/career', name: 'Career' },
  { path: '/join', name: 'Join Us' },
  { path: '/terms-of-service', name: 'Terms of Service' },
  { path: '/privacy-policy', name: 'Privacy Policy' },
];

export const comingPage = (path: string): ComingPage | undefined =>
  COMING_PAGES.find((page) => page.path === path);
