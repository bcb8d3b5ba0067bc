/**
 * Hosted pages, looked up by name; the newest of a name wins, which is why `refund-policy` stands here twice.
 * Their addresses use a top-level domain that is reserved for examples and never resolves.
 */

export interface HostedPage {
  name: string;
  targetUrl: string;
  description: string;
}

const ORIGIN = 'https://pages.vidhi-gazette.example';

export const PAGES: readonly HostedPage[] = [
  {
    name: 'refund-policy',
    targetUrl: `${ORIGIN}/2025/refund-policy`,
    description:
      'Refunds for books, as they were until this year. Replaced by a later page of the same name.',
  },
  {
    name: 'about-this-gazette',
    targetUrl: `${ORIGIN}/about-this-gazette`,
    description:
      'The Vidhi Gazette is fictional. What is invented in it, what is real, and whom to tell about a mistake.',
  },
  {
    name: 'shipping-policy',
    targetUrl: `${ORIGIN}/shipping-policy`,
    description: 'How the fictional bookshop of the Gazette would send its books.',
  },
  {
    name: 'editorial-standards',
    targetUrl: `${ORIGIN}/editorial-standards`,
    description: 'How we report, whom we quote, how we correct. A demonstration of such a page.',
  },
  {
    name: 'grievance-redressal',
    targetUrl: `${ORIGIN}/grievance-redressal`,
    description:
      'Where a reader of a real gazette would find its grievance officer. This one is fictional and has none.',
  },
  {
    name: 'refund-policy',
    targetUrl: `${ORIGIN}/2026/refund-policy`,
    description: 'Refunds for books bought from the fictional bookshop of the Gazette.',
  },
];
