import { escapeText } from '@vidhi/contracts/escape-text.ts';

/** Facts of a site from Settings and Settings of the shop; null for those that nobody has entered. */
export interface PageFacts {
  site: string | null;
  publisher: string | null;
  seller: string | null;
  /** Address of the seller, where the publisher has its name; else null. */
  publisherAddress: string | null;
  orderEmail: string | null;
  /** Days after the delivery in which buyers may return a book. */
  returnDays: string | null;
}

export const NO_FACTS: PageFacts = {
  site: null,
  publisher: null,
  seller: null,
  publisherAddress: null,
  orderEmail: null,
  returnDays: null,
};

/** Places of the templates that the facts fill, as they are spelled between the brackets. */
const PLACES: Readonly<Record<string, keyof PageFacts>> = {
  'name of the site': 'site',
  'legal name of the publisher': 'publisher',
  'legal name of the seller': 'seller',
  'postal address': 'publisherAddress',
  'e-mail address for orders': 'orderEmail',
  'days for returns': 'returnDays',
};

/** Returns a template with what is known of the site; what is not stays in square brackets. */
export const filledTemplate = (html: string, facts: PageFacts): string =>
  html.replaceAll(/\[([^[\]]+)\]/g, (whole, place: string) => {
    const name = PLACES[place.toLowerCase()];
    const fact = name === undefined ? null : facts[name];
    return fact === null ? whole : escapeText(fact);
  });
