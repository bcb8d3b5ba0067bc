import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';

const MAX_ID = 2 ** 31 - 1;
const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID;
const isIdList = (value: unknown): boolean => Array.isArray(value) && value.every(isId);
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));

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

/** Validates an imported document against the declaration. Returns the reason why it is skipped, or null. */
export function findItemProblem(collection: Collection, item: StoredDocument): string | null {
  if (!isId(item.id)) return 'the id is no positive integer';
  for (const [name, attribute] of Object.entries(collection.attributes)) {
    const value = item[name];
    if (value !== null && value !== undefined && !isValidValue(attribute, value))
      return `${name} is no ${attribute.type}`;
  }
  for (const name of TIMESTAMPS) {
    const value = item[name];
    if (value !== null && value !== undefined && !isTime(value)) return `${name} is no time`;
  }
  if (Buffer.byteLength(JSON.stringify(item)) > MAX_BYTES) return 'it is larger than 7 MB';
  return null;
}
