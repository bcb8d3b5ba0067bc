import type { Connection } from 'mongoose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  SiteChanged,
  siteChangedType,
  type Envelope,
  type EventDeclaration,
} from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import { isMailAddress } from '../sending/mail-address.ts';
import type { Site } from '../sending/send-mail.ts';

/** Settings of the site that mails use, copied from the events of news. */
interface SiteDocument {
  _id: 'site-setting' | 'site-option';
  rev: number;
  contactEmail?: string | null;
  siteName?: string | null;
  footerFrom?: number | null;
  footerTo?: number | null;
}

export interface SiteDefaults {
  siteName: string;
  publicUrl: string;
  contactAddress: string | null;
  footerFrom: number;
  footerTo: number;
}

export interface SiteCopy {
  /**
   * Resolves with the settings as they were within the last second, including all changes that this process has handled: every
   * mail needs them twice.
   */
  read(): Promise<Site>;
  handle: Handle;
}

const COPIED = [siteChangedType('site-setting'), siteChangedType('site-option')];
export const SITE_EVENTS: ReadonlyMap<string, EventDeclaration> = new Map(
  SiteChanged.filter(({ type }) => COPIED.includes(type)).map((event) => [event.type, event]),
);

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Year = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
const Change = Type.Object({
  rev: Type.Integer(),
  doc: Type.Object({ contact_email: Text, site_name: Text, footer_year_from: Year, footer_year_to: Year }),
});

const MAX_AGE_MS = 1_000;

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

export function createSiteCopy(connection: Connection, defaults: SiteDefaults): SiteCopy {
  const documents = connection.collection<SiteDocument>('site');

  async function store({ type, data }: Envelope): Promise<'applied' | 'duplicate'> {
    const { rev, doc } = Value.Parse(Change, data);
    const isSetting = type === siteChangedType('site-setting');
    const _id = isSetting ? 'site-setting' : 'site-option';
    const copied = isSetting
      ? { contactEmail: trimmed(doc.contact_email) }
      : {
          siteName: trimmed(doc.site_name),
          footerFrom: doc.footer_year_from ?? null,
          footerTo: doc.footer_year_to ?? null,
        };
    await documents.updateOne({ _id }, { $setOnInsert: { rev: -1 } }, { upsert: true });
    // Events may come again, and late: only a higher revision is stored.
    const { matchedCount } = await documents.updateOne(
      { _id, rev: { $lt: rev } },
      { $set: { rev, ...copied } },
    );
    return matchedCount === 1 ? 'applied' : 'duplicate';
  }

  async function readStored(): Promise<Site> {
    const found = await documents.find({}).toArray();
    const setting = found.find(({ _id }) => _id === 'site-setting');
    const option = found.find(({ _id }) => _id === 'site-option');
    const contact = setting?.contactEmail ?? null;
    return {
      identity: {
        name: option?.siteName ?? defaults.siteName,
        url: defaults.publicUrl,
        footerFrom: option?.footerFrom ?? defaults.footerFrom,
        footerTo: option?.footerTo ?? defaults.footerTo,
      },
      contactAddress: contact !== null && isMailAddress(contact) ? contact : defaults.contactAddress,
    };
  }

  let last: { site: Site; readAt: number } | null = null;
  let changes = 0;
  return {
    async handle(envelope) {
      const outcome = await store(envelope);
      changes += 1;
      last = null;
      return outcome;
    },
    async read() {
      if (last !== null && performance.now() - last.readAt < MAX_AGE_MS) return last.site;
      const readAt = performance.now();
      const changesBefore = changes;
      const site = await readStored();
      // What was read before a change was handled is not repeated after it.
      if (changes === changesBefore) last = { site, readAt };
      return site;
    },
  };
}
