import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { namesOf } from '@vidhi/content-service/jobs.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

/** Attributes that owners write, in the order in which staff reads them, with their names for people. */
const LABELS = {
  Title: 'Name',
  SubTitle: 'Subtitle',
  Identifier: 'Enrolment or licence number',
  DisplayDate: 'In practice since',
  type_of_court: 'Type of court',
  PropertyList2: 'Courts',
  PropertyList1: 'Practice areas',
  PropertyList3: 'Languages',
  Property1: 'State',
  Property3: 'District',
  Property2: 'City',
  Price: 'Hourly charge',
  Detail1: 'About',
  contact: 'Contact',
  PrimaryImageId: 'Photo',
  SecondaryImageIds: 'Gallery',
} as const;
type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];
const CONTACT_LABELS: Readonly<Record<string, string>> = {
  phone_number: 'Phone',
  email_address: 'E-mail',
  address: 'Address',
  website_link: 'Website',
};
/** Texts that praise would stand in. */
const PRAISED: readonly Name[] = ['Title', 'SubTitle', 'Detail1'];

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Returns the labels of what a write changes in a profile, those of the contact data one by one. */
export const changedLabels = (
  current: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): string[] =>
  NAMES.flatMap((name) => {
    if (!(name in values) || isSame(values[name], current[name])) return [];
    if (name !== 'contact') return [LABELS[name]];
    const [before, after] = [fieldsOf(current[name]), fieldsOf(values[name])];
    return Object.entries(CONTACT_LABELS).flatMap(([key, label]) =>
      isSame(before[key], after[key]) ? [] : [label],
    );
  });

export interface ShownValue {
  label: string;
  text: string;
}

const TAG = /<(?:\/?(?:p|div|li|h\d|br|ul|ol|blockquote)\b)[^>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Returns the text of sanitized HTML, with a line for each block. */
const plainText = (html: string): string =>
  html
    .replaceAll(TAG, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();

/** Returns the part of a profile that is stored with its approval. */
export const approvedValues = (doc: StoredDocument): Record<string, unknown> =>
  Object.fromEntries(NAMES.map((name) => [name, doc[name] ?? null]));

/** Turns stored values of profiles into texts for staff. */
export function createProfileTexts(model: ReadModel) {
  const nameOf = (collection: string, id: unknown): string =>
    typeof id === 'number' ? namesOf(model, collection, [id]) : `#${String(id)}`;

  function textOf(name: Name, value: unknown): string {
    if (value === null || value === undefined) return '';
    const attribute = lawyerCollection.attributes[name] as { type: string; target?: string };
    if (attribute.type === 'media' || attribute.type === 'relation') {
      const collection = attribute.type === 'media' ? fileCollection.name : (attribute.target ?? '');
      return [value]
        .flat()
        .map((id) => nameOf(collection, id))
        .join(', ');
    }
    if (name === 'Detail1') return plainText(String(value));
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  /** Returns each value with its name, those of the contact data one by one; empty ones too. */
  function allOf(values: Readonly<Record<string, unknown>>): ShownValue[] {
    return NAMES.flatMap((name): ShownValue[] => {
      const value = values[name];
      if (name !== 'contact') return [{ label: LABELS[name], text: textOf(name, value) }];
      const fields = fieldsOf(value);
      return Object.entries(CONTACT_LABELS).map(([key, label]) => ({
        label,
        text: fields[key] === undefined || fields[key] === null ? '' : String(fields[key]),
      }));
    });
  }

  return {
    /** The values that are there. */
    valuesOf: (doc: StoredDocument): ShownValue[] => allOf(doc).filter(({ text }) => text !== ''),
    changesOf(before: Readonly<Record<string, unknown>>, doc: StoredDocument) {
      const former = allOf(before);
      return allOf(doc).flatMap(({ label, text }, index) => {
        const was = former[index]?.text ?? '';
        return was === text ? [] : [{ label, before: was, after: text }];
      });
    },
    /** Texts in which praise is looked for. */
    praisedOf: (doc: StoredDocument): ShownValue[] =>
      PRAISED.map((name) => ({ label: LABELS[name], text: textOf(name, doc[name]) })),
  };
}
