import type { Attributes, Unchecked } from '@vidhi/collections/all.ts';
import { namesOfPage } from '@vidhi/contracts/return-policy.ts';
import type { ShopSettingsResponse } from '@vidhi/contracts/shop-settings.ts';
import type { BackupList } from '@vidhi/contracts/system-health.ts';
import type { WireList, WireOne } from '#shared/api/read.ts';
import type { SendAsStaff } from '../session/staff-request.ts';

/** Facts of a site from which the steps of its first day follow. */
export interface SiteFacts {
  options: Unchecked<'site-option'>;
  contact: string | null;
  articles: number;
  books: number;
  /** Names of the pages that readers can see. */
  pages: ReadonlySet<string>;
  isSecure: boolean;
  /** Whether bills name a seller, without whom they are specimens. */
  hasSeller: boolean;
  /** Whether `npm run backup` has made a backup. */
  hasBackup: boolean;
}

/** A step of the first day. */
export interface FirstStep {
  key: string;
  label: string;
  /** Page on which it is done; absent for settings of the server. */
  path?: string;
  isDone: boolean;
}

/** The name that a new site has. */
const NEW_NAME = 'Vidhi';

/** Names of the pages that a site needs, by their steps. */
const STEP_PAGES = {
  terms: 'terms-of-service',
  privacy: 'privacy-policy',
  refunds: 'refund-policy',
  shipping: 'shipping-policy',
} as const;

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const isPicture = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'data' in value && value.data !== null;

/** Returns the steps of the first day, in the order in which they are best done. */
export function stepsOf(facts: SiteFacts): FirstStep[] {
  const { options, contact, articles, books, pages, isSecure, hasSeller, hasBackup } = facts;
  const page = (key: keyof typeof STEP_PAGES, title: string): FirstStep => ({
    key,
    label: `Write the page ${title}`,
    path: '/console/pages/new',
    isDone: namesOfPage(STEP_PAGES[key]).some((one) => pages.has(one)),
  });
  return [
    {
      key: 'name',
      label: 'Give the site its name',
      path: '/console/settings#settings-name',
      isDone: isFilled(options.site_name) && options.site_name !== NEW_NAME,
    },
    {
      key: 'logo',
      label: 'Upload a logo and choose the colours',
      path: '/console/settings#settings-look',
      isDone: isPicture(options.logo),
    },
    {
      key: 'contact',
      label: 'Say where messages of readers go',
      path: '/console/settings#settings-visitors',
      isDone: isFilled(contact),
    },
    {
      key: 'officer',
      label: 'Name the grievance officer',
      path: '/console/settings#settings-publisher',
      isDone: isFilled(options.grievance_officer_name),
    },
    page('terms', 'Terms of Service'),
    page('privacy', 'Privacy Policy'),
    {
      key: 'article',
      label: 'Publish the first article',
      path: '/console/posts/new',
      isDone: articles > 0,
    },
    ...(books === 0
      ? []
      : [
          {
            key: 'seller',
            label: 'Say who sells the books',
            path: '/console/shop-settings',
            isDone: hasSeller,
          },
          page('refunds', 'Returns and Refunds'),
          page('shipping', 'Shipping'),
        ]),
    {
      key: 'tls',
      label: 'Give the site its own address with https (docs/operate.md, section 4)',
      isDone: isSecure,
    },
    {
      key: 'backup',
      label: 'Make a backup on the server (docs/operate.md, section 10)',
      isDone: hasBackup,
    },
  ];
}

const PAGES = `/hosted-pages?fields[0]=name&pagination[pageSize]=100&${Object.values(STEP_PAGES)
  .flatMap(namesOfPage)
  .map((name, at) => `filters[name][$in][${at}]=${name}`)
  .join('&')}`;

/** Reads the facts of the site; null where one of them cannot be read. */
export async function readSiteFacts(send: SendAsStaff, isSecure: boolean): Promise<SiteFacts | null> {
  const responses = await Promise.all(
    [
      '/site-options?populate=*',
      '/site-setting',
      '/posts?fields[0]=title&pagination[pageSize]=1',
      '/books?pagination[pageSize]=1',
      PAGES,
      '/shop-settings',
      '/system/backups',
    ].map((path) => send({ path })),
  );
  if (responses.some(({ isOk }) => !isOk)) return null;
  const [options, setting, posts, books, pages, shop, backups] = responses.map(({ body }) => body);
  const total = (body: unknown) => (body as WireList<object>).meta?.pagination?.total ?? 0;
  const contact = (setting as WireOne<Attributes<'site-setting'>>).data?.attributes.contact_email;
  return {
    options: (options as WireOne<Unchecked<'site-option'>>).data?.attributes ?? {},
    contact: contact ?? null,
    articles: total(posts),
    books: total(books),
    pages: new Set(
      (pages as WireList<Attributes<'hosted-page'>>).data.map(({ attributes }) => attributes.name ?? ''),
    ),
    isSecure,
    hasSeller: (shop as ShopSettingsResponse).data.missing.length === 0,
    hasBackup: (backups as BackupList).data.length > 0,
  };
}
