import type { Attributes, Unchecked } from '@vidhi/collections/all.ts';
import { namesOfPage } from '@vidhi/contracts/return-policy.ts';
import type { CardProviderState, MailServerState } from '@vidhi/contracts/server-settings.ts';
import type { ShopSettingsResponse } from '@vidhi/contracts/shop-settings.ts';
import type { BackupList } from '@vidhi/contracts/system-health.ts';
import type { WireList, WireOne } from '#shared/api/read.ts';
import type { SendAsStaff } from '../session/staff-request.ts';

/** Facts of a site from which the steps of its first day follow; undefined where they could not be read. */
export interface SiteFacts {
  options: Unchecked<'site-option'> | undefined;
  contact: string | null | undefined;
  articles: number | undefined;
  books: number | undefined;
  /** Names of the pages that readers can see. */
  pages: ReadonlySet<string> | undefined;
  isSecure: boolean;
  /** Whether bills name a seller, without whom they are specimens. */
  hasSeller: boolean | undefined;
  cardProvider: CardProviderState['data'] | undefined;
  mailServer: MailServerState['data'] | undefined;
  /** Whether `npm run backup` has made a backup. */
  hasBackup: boolean | undefined;
}

/** A step of the first day. */
export interface FirstStep {
  key: string;
  label: string;
  /** Page on which it is done; absent for settings of the server. */
  path?: string;
  /** Undefined while a fact of it is unknown. */
  isDone: boolean | undefined;
}

/** The name that a new site and its publisher have. */
export const NEW_NAME = 'Vidhi';

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

const CARD_KEYS = 'keys of the card provider (docs/operate.md, section 6)';

function cardStep(provider: SiteFacts['cardProvider']): FirstStep {
  const isTest = provider !== undefined && (provider.mode === 'test' || provider.is_sandbox);
  return {
    key: 'cards',
    label: isTest ? `Payments are tests so far: set the live ${CARD_KEYS}` : `Set the ${CARD_KEYS}`,
    isDone: provider === undefined ? undefined : !isTest,
  };
}

function mailStep(server: SiteFacts['mailServer']): FirstStep {
  const label = 'the mail server (docs/operate.md, section 5)';
  return {
    key: 'mails',
    label: server?.is_sandbox === true ? `Mails stay on this server so far: set ${label}` : `Set ${label}`,
    isDone: server === undefined ? undefined : !server.is_sandbox,
  };
}

/** Returns what the test says of a fact; undefined of one that is unknown. */
const whether = <Fact>(fact: Fact | undefined, test: (known: Fact) => boolean): boolean | undefined =>
  fact === undefined ? undefined : test(fact);

/** Returns the steps of the first day, in the order in which they are best done. */
export function stepsOf(facts: SiteFacts): FirstStep[] {
  const { options, contact, articles, books, pages, isSecure, hasSeller, hasBackup } = facts;
  const page = (key: keyof typeof STEP_PAGES, title: string): FirstStep => ({
    key,
    label: `Write the page ${title}`,
    path: '/console/pages/new',
    isDone: whether(pages, (known) => namesOfPage(STEP_PAGES[key]).some((one) => known.has(one))),
  });
  return [
    {
      key: 'name',
      label: 'Give the site its name',
      path: '/console/settings#settings-name',
      isDone: whether(options, ({ site_name: name }) => isFilled(name) && name !== NEW_NAME),
    },
    {
      key: 'logo',
      label: 'Upload a logo and choose the colours',
      path: '/console/settings#settings-look',
      isDone: whether(options, ({ logo }) => isPicture(logo)),
    },
    {
      key: 'contact',
      label: 'Say where messages of readers go',
      path: '/console/settings#settings-visitors',
      isDone: whether(contact, isFilled),
    },
    {
      key: 'officer',
      label: 'Name the grievance officer',
      path: '/console/settings#settings-publisher',
      isDone: whether(options, ({ grievance_officer_name: name }) => isFilled(name)),
    },
    page('terms', 'Terms of Service'),
    page('privacy', 'Privacy Policy'),
    {
      key: 'article',
      label: 'Publish the first article',
      path: '/console/posts/new',
      isDone: whether(articles, (count) => count > 0),
    },
    ...(books === undefined || books === 0
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
          cardStep(facts.cardProvider),
        ]),
    mailStep(facts.mailServer),
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

/** Reads the facts of the site. One that cannot be read, as its service does not run, hides none of the others. */
export async function readSiteFacts(send: SendAsStaff, isSecure: boolean): Promise<SiteFacts> {
  const read = async <Body, Fact>(path: string, factOf: (body: Body) => Fact): Promise<Fact | undefined> => {
    const { isOk, body } = await send({ path });
    return isOk ? factOf(body as Body) : undefined;
  };
  const total = ({ meta }: WireList<object>): number => meta?.pagination?.total ?? 0;
  const [options, contact, articles, books, pages, hasSeller, cardProvider, mailServer, hasBackup] =
    await Promise.all([
      read(
        '/site-options?populate=*',
        ({ data }: WireOne<Unchecked<'site-option'>>) => data?.attributes ?? {},
      ),
      read(
        '/site-setting',
        ({ data }: WireOne<Attributes<'site-setting'>>) => data?.attributes.contact_email ?? null,
      ),
      read('/posts?fields[0]=title&pagination[pageSize]=1', total),
      read('/books?pagination[pageSize]=1', total),
      read(
        PAGES,
        ({ data }: WireList<Attributes<'hosted-page'>>) =>
          new Set(data.map(({ attributes }) => attributes.name ?? '')),
      ),
      read('/shop-settings', ({ data }: ShopSettingsResponse) => data.missing.length === 0),
      read('/system/payments/card-provider', ({ data }: CardProviderState) => data),
      read('/system/notify/mail-server', ({ data }: MailServerState) => data),
      read('/system/backups', ({ data }: BackupList) => data.length > 0),
    ]);
  return {
    options,
    contact,
    articles,
    books,
    pages,
    isSecure,
    hasSeller,
    cardProvider,
    mailServer,
    hasBackup,
  };
}
