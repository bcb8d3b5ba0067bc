import { namesOfPage } from '@vidhi/contracts/return-policy.ts';
import type { NamedPage } from './page-client.ts';
import { TERMS, PRIVACY } from './legal-templates.ts';
import { CANCELLATION, REFUNDS, SHIPPING } from './shop-templates.ts';

/** A page to begin with. What the owner still has to fill in stands in square brackets. */
export interface PageTemplate {
  /** Its address. */
  name: string;
  title: string;
  /** Places of the site that link to it. */
  purpose: string;
  html: string;
}

const ABOUT = `<p>[Name of the site] is published by [legal name of the publisher], [city]. It reports on the law for [your readers, such as advocates and students].</p>
<h2>What we publish</h2>
<p>[What you report, and what sets you apart, in three or four sentences]</p>
<p>What we publish is news and explanation. It is not legal advice.</p>
<h2>Who we are</h2>
<p>[Names of the editors, with one sentence about each]</p>
<h2>Corrections</h2>
<p>We correct mistakes of fact in the article itself and say so there. Tell us of one through our <a href="/contact">contact page</a>.</p>
<h2>Publisher</h2>
<p>[Legal name of the publisher]<br>[Postal address]<br>[E-mail address and telephone number]<br>[CIN or registration number, if you have one]</p>`;

export const PAGE_TEMPLATES: readonly PageTemplate[] = [
  {
    name: 'terms-of-service',
    title: 'Terms of Service',
    purpose: 'Registration and the footer link to it',
    html: TERMS,
  },
  {
    name: 'privacy-policy',
    title: 'Privacy Policy',
    purpose: 'Registration, forms and the footer link to it',
    html: PRIVACY,
  },
  {
    name: 'refund-policy',
    title: 'Returns and Refunds',
    purpose: 'Cart, orders, their mails and the footer link to it',
    html: REFUNDS,
  },
  {
    name: 'shipping-policy',
    title: 'Shipping',
    purpose: 'Cart, orders, their mails and the footer link to it',
    html: SHIPPING,
  },
  {
    name: 'cancellation-policy',
    title: 'Cancellation',
    purpose: 'Cart, orders, their mails and the footer link to it',
    html: CANCELLATION,
  },
  { name: 'about', title: 'About us', purpose: 'The footer links to it', html: ABOUT },
];

/** All names under which the pages of the templates are found. */
export const TEMPLATE_NAMES: readonly string[] = PAGE_TEMPLATES.flatMap(({ name }) => namesOfPage(name));

/** Returns the page that the site has for a template: the one that its links lead to, else a draft. */
export function pageOf(name: string, pages: readonly NamedPage[]): NamedPage | undefined {
  const names = namesOfPage(name);
  const own = pages.filter((page) => names.includes(page.name));
  const [first] = own.toSorted(
    (one, other) =>
      Number(one.isDraft) - Number(other.isDraft) ||
      names.indexOf(one.name) - names.indexOf(other.name) ||
      other.id - one.id,
  );
  return first;
}
