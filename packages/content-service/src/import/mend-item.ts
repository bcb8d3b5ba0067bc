import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };
/** Milliseconds since 1970, as exports of SQLite have times: from 1973 to 2286. */
const MIN_MILLISECONDS = 1e11;
const MAX_MILLISECONDS = 1e13;
const ISO = /^\d{4}-\d\d-\d\dT/;
const TIMESTAMPS = ['createdAt', 'updatedAt', 'publishedAt'] as const;

/** Returns a number that is written as text, thousands separated by commas or not; undefined for other texts. */
function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replaceAll(/,(?=\d{2,3}(?:,|\.|$))/g, '');
  return NUMBER.test(text) ? Number(text) : undefined;
}

function toTime(value: unknown): string | undefined {
  const number = typeof value === 'number' ? value : toNumber(value);
  if (number !== undefined)
    return number >= MIN_MILLISECONDS && number < MAX_MILLISECONDS
      ? new Date(number).toISOString()
      : undefined;
  if (typeof value !== 'string' || ISO.test(value)) return undefined;
  const time = new Date(value.trim());
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function toObject(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value in the type of its attribute; undefined where it has it already or cannot be converted. */
function convert(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case 'integer':
    case 'decimal':
      return toNumber(value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : BOOLEANS[String(value).trim().toLowerCase()];
    case 'datetime':
      return toTime(value);
    case 'date':
      return typeof value === 'number' ? toTime(value)?.slice(0, 10) : undefined;
    case 'string':
    case 'text':
    case 'email':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'enumeration': {
      const text = String(value).trim().toLowerCase();
      return attribute.enum?.find((option) => option !== value && option.toLowerCase() === text);
    }
    case 'json':
      return toObject(value);
    case 'relation':
    case 'media':
      return undefined;
  }
}

/**
 * Converts values of an imported document to the types of their attributes where exports of other databases differ: numbers as
 * text, times as milliseconds, 0 and 1 for false and true, JSON as text. Returns the document itself when nothing changes.
 */
export function mendItem(collection: Collection, item: StoredDocument): StoredDocument {
  const mended: StoredDocument = { ...item };
  let isChanged = false;
  const set = (name: string, value: unknown): void => {
    if (value === undefined) return;
    mended[name] = value;
    isChanged = true;
  };
  for (const [name, attribute] of Object.entries(collection.attributes)) {
    const value = item[name];
    if (value !== null && value !== undefined) set(name, convert(attribute, value));
  }
  for (const name of TIMESTAMPS) set(name, toTime(item[name]));
  return isChanged ? mended : item;
}
