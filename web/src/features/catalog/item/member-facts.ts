import type { Attributes } from '@vidhi/collections/all.ts';
import type { WireList } from '#shared/api/read.ts';

/** The facts of a profile that only members may see; empty where unknown. */
export interface MemberFacts {
  identifier: string;
  email: string;
  phone: string;
  /** An http or https URL. */
  website: string;
  address: string;
  /** Rupees per hour. */
  hourlyCharge: number | null;
}

export type WireMemberFacts = WireList<Attributes<'lawyer'>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Returns the URL if it is http or https, else an empty text. */
function webLink(text: string): string {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  return text !== '' && (url?.protocol === 'https:' || url?.protocol === 'http:') ? url.href : '';
}

export function toMemberFacts({ data: [entry] }: WireMemberFacts, id: number): MemberFacts | null {
  if (entry?.id !== id) return null;
  const { Identifier, Price, contact } = entry.attributes;
  return {
    identifier: textOf(Identifier),
    email: textOf(contact?.email_address),
    phone: textOf(contact?.phone_number),
    website: webLink(textOf(contact?.website_link)),
    address: textOf(contact?.address),
    hourlyCharge: typeof Price === 'number' ? Price : null,
  };
}
