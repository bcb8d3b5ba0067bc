/** Planned content of a page that is not written yet, and where to find it meanwhile. */
export interface ComingText {
  about: string;
  /** Alternative to offer: the editors' address or the feed. */
  meanwhile: 'write' | 'follow';
}

const TEXTS: Readonly<Record<string, ComingText>> = {
  '/products': {
    about: 'Books, journals and tools for the practice of law will be listed here.',
    meanwhile: 'follow',
  },
  '/subscribe': {
    about: 'New judgments, orders and notifications by email.',
    meanwhile: 'follow',
  },
  '/career': {
    about: 'Job openings will be posted here.',
    meanwhile: 'write',
  },
  '/join': {
    about: 'Advocates, chartered accountants and company secretaries will be able to write for us from here.',
    meanwhile: 'write',
  },
  '/terms-of-service': {
    about: 'The terms of use of this site will be published here.',
    meanwhile: 'write',
  },
  '/privacy-policy': {
    about: 'What we store about our visitors, and why, will be explained here.',
    meanwhile: 'write',
  },
};

export const comingText = (path: string): ComingText =>
  TEXTS[path] ?? { about: 'We are working on this part of the site.', meanwhile: 'follow' };
