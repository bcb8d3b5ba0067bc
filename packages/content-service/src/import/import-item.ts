import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import { isTime } from '@vidhi/contracts/time-of.ts';
import { mendItem } from './mend-item.ts';

const MAX_ID = 2 ** 31 - 1;
const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID;
const isIdList = (value: unknown): boolean => Array.isArray(value) && value.every(isId);

function isValidValue(attribute: Attribute, value: unknown): boolean {
  switch (attribute.type) {
    case 'relation':
      return attribute.relation === 'manyToMany' || attribute.relation === 'oneToMany'
        ? isIdList(value)
        : isId(value);
    case 'media':
      return attribute.multiple === true ? isIdList(value) : isId(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'decimal':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'datetime':
      return isTime(value);
    case 'enumeration':
      return typeof value === 'string' && attribute.enum?.includes(value) === true;
    case 'json':
      return true;
    case 'string':
    case 'text':
    case 'email':
    case 'date':
      return typeof value === 'string';
  }
}

/** Below MAX_RECORD_BYTES of the topics, with room for the envelope. */
const MAX_BYTES = 7_000_000;

const TIMESTAMPS = ['createdAt', 'updatedAt', 'publishedAt'] as const;

/** Returns the names of the attributes whose value is not of their type. */
function invalidNames(collection: Collection, item: StoredDocument): string[] {
  return Object.entries(collection.attributes).flatMap(([name, attribute]) => {
    const value = item[name];
    return value === null || value === undefined || isValidValue(attribute, value) ? [] : [name];
  });
}

/** A document as it is imported, with what was changed; or the reason why it is skipped. */
export type ReadItem = { item: StoredDocument; notes: string[] } | { reason: string };

const MAX_SHOWN = 40;
const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

/**
 * Reads an imported document by the declaration of its collection: converts values of another type (`mendItem`), and leaves out
 * those that cannot be converted, unless the attribute is required.
 */
export function readItem(collection: Collection, received: StoredDocument): ReadItem {
  if (!isId(received.id)) return { reason: 'the id is no positive integer' };
  const item = { ...mendItem(collection, received) };
  const notes: string[] = [];
  for (const name of invalidNames(collection, item)) {
    const attribute = collection.attributes[name];
    if (attribute === undefined || ('required' in attribute && attribute.required === true))
      return { reason: `${name} is no ${attribute?.type ?? 'attribute'}` };
    notes.push(`${name} ${shown(item[name])} is no ${attribute.type}: left out`);
    item[name] = null;
  }
  for (const name of TIMESTAMPS) {
    const value = item[name];
    if (value !== null && value !== undefined && !isTime(value)) return { reason: `${name} is no time` };
  }
  if (Buffer.byteLength(JSON.stringify(item)) > MAX_BYTES) return { reason: 'it is larger than 7 MB' };
  return { item, notes };
}
