import type { Attribute, CollectionDeclaration, ScalarAttribute } from '@vidhi/collections/declaration.ts';
import type { Scheme } from '@vidhi/contracts/site-colours.ts';
import { filled } from '#shared/forms/checks.ts';
import type { Check, FieldDefinition } from '#shared/forms/form-definition.ts';
import type { Choice, RecordChoices } from './define-resource.ts';

/** Returns a function that creates a row with a name and resolves with its id; used as a hook. */
export type CreateRecord = () => (name: string) => Promise<number | null>;

/** A field of a resource's form. */
export interface Field {
  name: string;
  label: string;
  kind:
    | 'text'
    | 'lines'
    | 'number'
    | 'flag'
    | 'choice'
    | 'record'
    | 'records'
    | 'picture'
    | 'pictures'
    | 'moment'
    | 'html'
    | 'colour';
  /** The colour scheme of the pages that have a colour. */
  scheme?: Scheme;
  /** Name of the field with the colour from which that of the dark pages follows while none is set. */
  follows?: string;
  help?: string;
  choices?: readonly Choice[];
  of?: RecordChoices;
  /** Creates a row to choose; only in `records`. */
  create?: CreateRecord;
  checks?: readonly Check<unknown, unknown>[];
  maxLength?: number;
  /** In a new row, the value that follows from the text of another field, until somebody types their own. */
  proposal?: Proposal;
}

export interface Proposal {
  /** Name of the other field. */
  from: string;
  valueOf: (text: string) => string;
}

/** `show_nav` as `Show nav`. */
const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const kindOf = ({ type }: { type: string }): Field['kind'] => {
  const kinds: Readonly<Record<string, Field['kind']>> = {
    text: 'lines',
    integer: 'number',
    decimal: 'number',
    boolean: 'flag',
    enumeration: 'choice',
    relation: 'record',
    media: 'picture',
  };
  return kinds[type] ?? 'text';
};

const tooLong =
  (label: string, length: number): Check<unknown, unknown> =>
  (value) =>
    typeof value === 'string' && value.length > length
      ? `${label} may have ${length} characters at most`
      : null;

/** Returns the field of an attribute, which follows from its declaration, with what the given options say otherwise. */
export function fieldOf<D extends Pick<CollectionDeclaration, 'attributes'>>(
  collection: D,
  name: keyof D['attributes'] & string,
  options: Partial<Field> = {},
): Field {
  const attribute = collection.attributes[name] as Attribute;
  const label = options.label ?? labelOf(name);
  const { maxLength, enum: values } = attribute as ScalarAttribute;
  return {
    name,
    label,
    kind: kindOf(attribute),
    ...(values === undefined ? {} : { choices: values.map((value) => ({ value, label: value })) }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...options,
    checks: [
      ...(attribute.required === true ? [filled(`${label} is required`)] : []),
      ...(maxLength === undefined ? [] : [tooLong(label, maxLength)]),
      ...(options.checks ?? []),
    ],
  };
}

/** Returns the part of a form's definition for a field. */
export const definitionOf = ({ label, help, checks = [] }: Field): FieldDefinition<unknown, unknown> => ({
  label,
  checks,
  ...(help === undefined ? {} : { help }),
});

const TEXTS: ReadonlySet<Field['kind']> = new Set(['text', 'lines', 'colour', 'html']);

const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one
      ? Number(one.id)
      : typeof one === 'number'
        ? one
        : [],
  );

/** Returns the value of a field for its input, from the row that it edits. */
export function inputValueOf({ kind, name }: Field, row: Readonly<Record<string, unknown>>): unknown {
  const value = row[name];
  if (kind === 'record' || kind === 'picture')
    return typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  if (kind === 'records' || kind === 'pictures') return idsOf(value);
  if (kind === 'flag') return value === true;
  return value ?? (TEXTS.has(kind) ? '' : null);
}

/** Returns what is sent for an input: blank text and an empty choice are null. */
export function wireValueOf({ kind }: Field, value: unknown): unknown {
  if (kind === 'flag') return value === true;
  if (typeof value !== 'string') return value ?? null;
  const text = kind === 'lines' || kind === 'html' ? value : value.trim();
  return text === '' ? null : text;
}
