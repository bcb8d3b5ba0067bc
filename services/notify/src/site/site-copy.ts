import type { Connection } from 'mongoose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  SiteChanged,
  SiteRemoved,
  siteChangedType,
  siteRemovedType,
  eventsByType,
  type Envelope,
} from '@vidhi/contracts/events.ts';
import { GRIEVANCE_DAYS } from '@vidhi/contracts/grievance-categories.ts';
import { policyLinksOf } from '@vidhi/contracts/return-policy.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import type { Site } from '../sending/send-mail.ts';
import { SITE, type SiteDocument } from './site-collection.ts';

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

const PAGE_CHANGED = siteChangedType('hosted-page');
const PAGE_REMOVED = siteRemovedType('hosted-page');
const COPIED = [siteChangedType('site-setting'), siteChangedType('site-option'), PAGE_CHANGED, PAGE_REMOVED];
export const SITE_EVENTS = eventsByType(
  [...SiteChanged, ...SiteRemoved].filter(({ type }) => COPIED.includes(type)),
);

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Year = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
const Change = Type.Object({
  rev: Type.Integer(),
  doc: Type.Object({
    contact_email: Text,
    site_name: Text,
    footer_year_from: Year,
    footer_year_to: Year,
    takes_grievances: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    grievance_days: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    grievance_officer_name: Text,
    grievance_officer_contact: Text,
  }),
});

const PageChange = Type.Object({
  rev: Type.Integer(),
  doc: Type.Object({
    id: Type.Integer(),
    name: Text,
    is_draft: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
});
const PageRemoval = Type.Object({ rev: Type.Integer(), id: Type.Integer() });

/** Returns the id of a page in a change or removal, and its name while readers can see it. */
function pageOf({ type, data }: Envelope): { id: number; rev: number; pageName: string | null } {
  if (type === PAGE_REMOVED) return { ...Value.Parse(PageRemoval, data), pageName: null };
  const { rev, doc } = Value.Parse(PageChange, data);
  return { id: doc.id, rev, pageName: doc.is_draft === true ? null : trimmed(doc.name) };
}

const MAX_AGE_MS = 1_000;

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

export function createSiteCopy(connection: Connection, defaults: SiteDefaults): SiteCopy {
  const documents = modelOf(connection, SITE);

  /** Events may come again, and late: only a higher revision is stored. */
  async function storeNewer(
    _id: string,
    rev: number,
    copied: Partial<SiteDocument>,
  ): Promise<'applied' | 'duplicate'> {
    await documents.updateOne({ _id }, { $setOnInsert: { rev: -1 } }, { upsert: true });
    const { matchedCount } = await documents.updateOne(
      { _id, rev: { $lt: rev } },
      { $set: { rev, ...copied } },
    );
    return matchedCount === 1 ? 'applied' : 'duplicate';
  }

  async function store(envelope: Envelope): Promise<'applied' | 'duplicate'> {
    const { type, data } = envelope;
    if (type === PAGE_CHANGED || type === PAGE_REMOVED) {
      const { id, rev, pageName } = pageOf(envelope);
      return storeNewer(`hosted-page:${id}`, rev, { pageName });
    }
    const { rev, doc } = Value.Parse(Change, data);
    const isSetting = type === siteChangedType('site-setting');
    const _id = isSetting ? 'site-setting' : 'site-option';
    const copied = isSetting
      ? { contactEmail: trimmed(doc.contact_email) }
      : {
          siteName: trimmed(doc.site_name),
          footerFrom: doc.footer_year_from ?? null,
          footerTo: doc.footer_year_to ?? null,
          takesGrievances: doc.takes_grievances ?? null,
          grievanceDays: doc.grievance_days ?? null,
          officer: trimmed(doc.grievance_officer_name),
          officerContact: trimmed(doc.grievance_officer_contact),
        };
    return storeNewer(_id, rev, copied);
  }

  async function readStored(): Promise<Site> {
    const found = await documents.find({});
    const setting = found.find(({ _id }) => _id === 'site-setting');
    const option = found.find(({ _id }) => _id === 'site-option');
    const policies = policyLinksOf(found.map(({ pageName }) => pageName)).map(({ name, label }) => ({
      label,
      url: new URL(`/${name}`, defaults.publicUrl).href,
    }));
    const contact = setting?.contactEmail ?? null;
    return {
      identity: {
        name: option?.siteName ?? defaults.siteName,
        url: defaults.publicUrl,
        footerFrom: option?.footerFrom ?? defaults.footerFrom,
        footerTo: option?.footerTo ?? defaults.footerTo,
        ...(policies.length === 0 ? {} : { policies }),
      },
      contactAddress: contact !== null && isMailable(contact) ? contact : defaults.contactAddress,
      ...(option?.takesGrievances === true
        ? {
            grievances: {
              days: option.grievanceDays ?? GRIEVANCE_DAYS,
              officer: option.officer ?? null,
              contact: option.officerContact ?? null,
            },
          }
        : {}),
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
