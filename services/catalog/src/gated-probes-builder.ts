import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { aNamed, aPicture, aProfile } from './catalog-builder.ts';

export const COUNT = 40;

/** Member-only values of each profile. */
type Secret = (id: number) => Partial<StoredDocument>;

/**
 * Returns documents of a site whose gated values are derived from `secret`; all other values are the same for every
 * secret.
 */
export function profilesWith(secret: Secret, count = COUNT): Record<string, StoredDocument[]> {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return {
    file: [aPicture(1)],
    specialization: [aNamed(1, 'Tax', { slug: 'tax' }), aNamed(2, 'Crime', { slug: 'crime' })],
    court: [aNamed(1, 'High Court')],
    language: [aNamed(1, 'Hindi')],
    'country-state': [aNamed(1, 'Kerala')],
    city: [aNamed(1, 'Kochi', { country_state: 1 })],
    lawyer: ids.map((id) =>
      aProfile(id, {
        SubCategory2: String(id % 2),
        PropertyList1: [1 + (id % 2)],
        PropertyList2: [1],
        PropertyList3: [1],
        Property1: [1],
        Property2: [1],
        ...secret(id),
      }),
    ),
  };
}

const contactOf = (phone: string, mail: string) => ({
  phone_number: phone,
  email_address: mail,
  address: `${mail} street`,
  website_link: `https://${mail}.example.in`,
});

export const GATED = ['Identifier', 'contact', 'Price', 'users_permissions_user'];
/** Gated values of the first site, and similar ones. */
const SECRETS = ['SECRET', '77', 'BAR', '9000000001', 'mail', '1234'];
const ROOTS = ['/api/lawyers', '/api/firms', '/api/lawyers/3', '/api/firms/3'];
const BEHIND = [
  ['/api/specializations', 'lawyers'],
  ['/api/courts', 'lawyers'],
  ['/api/languages', 'lawyers'],
] as const;
const OPERATORS = ['$eq', '$ne', '$gt', '$lte', '$containsi', '$notNull', '$in', '$startsWith', '$between'];

/** Requests of every form that might disclose a gated attribute. */
export function gatedProbes(): string[] {
  const urls: string[] = [
    ...ROOTS,
    '/api/lawyers/filter-options',
    '/api/lawyers/neutral-order',
    '/api/firms/neutral-order',
    '/sitemap.xml',
    ...['catalogs', 'lawyers', 'firms'].map((name) => `/sitemaps/${name}.xml`),
    ...[...SECRETS, 'adv', 'First 1'].map((text) => `/api/suggest?q=${encodeURIComponent(text)}`),
  ];
  for (const root of ROOTS)
    urls.push(
      `${root}?sort=neutral&populate=*`,
      `${root}?sort=neutral&filters[PropertyList1][slug]=tax`,
      `${root}?sort=neutral&_q=SECRET`,
    );
  for (const name of GATED)
    urls.push(
      `/api/lawyers?sort=neutral&filters[${name}][$gt]=1`,
      `/api/lawyers?sort=neutral,${name}`,
      `/api/firms?sort=neutral:${name}`,
      `/api/firms?sort=neutral&fields=${name}`,
    );
  for (const name of GATED) {
    for (const root of ROOTS) {
      const value = SECRETS[name.length % SECRETS.length] ?? '1';
      for (const operator of OPERATORS) urls.push(`${root}?filters[${name}][${operator}]=${value}`);
      urls.push(
        `${root}?filters[${name}]=${value}`,
        `${root}?filters[$or][0][${name}][$gt]=1&filters[$or][1][id][$gt]=0`,
        `${root}?filters[$not][${name}][$contains]=${value}`,
        `${root}?filters[$and][0][$or][0][${name}][$eq]=${value}`,
        `${root}?sort=${name}`,
        `${root}?sort[0]=${name}:desc&sort[1]=id`,
        `${root}?sort[${name}]=asc`,
        `${root}?fields=${name}`,
        `${root}?fields[0]=Title&fields[1]=${name}`,
        `${root}?fields=Title,${name}`,
        `${root}?populate=${name}`,
        `${root}?populate[${name}][fields]=id`,
        `${root}?populate[PropertyList1][populate][lawyers][fields]=${name}`,
        `${root}?populate[PropertyList1][populate][lawyers][sort]=${name}`,
        `${root}?populate[PropertyList1][populate][lawyers][filters][${name}][$gt]=1`,
        `${root}?filters[PropertyList1][lawyers][${name}][$gt]=1`,
        `${root}?sort=PropertyList1.lawyers.${name}`,
      );
    }
    for (const [root, relation] of BEHIND)
      urls.push(
        `${root}?filters[${relation}][${name}][$gt]=1`,
        `${root}?filters[${relation}][${name}][$notNull]=true&counts=1`,
        `${root}?populate[${relation}][fields]=${name}`,
        `${root}?populate[${relation}][sort]=${name}:desc&populate[${relation}][limit]=1`,
        `${root}?populate[${relation}][filters][${name}][$containsi]=s`,
        `${root}?sort=${relation}.${name}`,
        `${root}/1?populate[${relation}][fields][0]=${name}`,
        `${root}/1?populate=${relation}.${name}`,
      );
  }
  for (const text of SECRETS)
    for (const root of ROOTS) urls.push(`${root}?_q=${text}`, `${root}?_q=${text}&sort=Title&populate=*`);
  for (const [root, relation] of BEHIND)
    urls.push(
      `${root}?populate=${relation}`,
      `${root}?populate=*&counts=1`,
      `${root}/1?populate=*`,
      `${root}?_q=S`,
    );
  for (const root of ROOTS)
    urls.push(
      `${root}?populate=*`,
      `${root}?fields=*`,
      `${root}?populate=deep`,
      `${root}?populate[PropertyList1][populate]=*`,
      `${root}?publicationState=preview`,
      `${root}?distinct=Price`,
      `${root}?pagination[withCount]=false&pagination[pageSize]=1`,
    );
  return [...new Set(urls)];
}

/** Two sites that differ in their gated values only. */
export const oneSecret: Secret = (id) => ({
  Identifier: `SECRET-${id}`,
  Price: id,
  contact: contactOf('9000000001', 'mail'),
});
export const otherSecret: Secret = (id) => ({
  Identifier: `BAR/77/${COUNT - id}`,
  Price: 1234 - id,
  contact: contactOf('1234567890', 'other'),
  users_permissions_user: id,
});

/** Strings that no anonymous response of either site may contain. */
export const SECRET_TEXTS = /SECRET-\d|BAR\/77|(?<!\.\d*)9000000001|street|First 1/;
