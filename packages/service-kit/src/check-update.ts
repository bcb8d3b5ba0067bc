import type { Schema, SchemaType } from 'mongoose';

type Fields = Readonly<Record<string, unknown>>;

/** Operators that store a value under a path, and whether it is a new one. */
const SETTERS: Readonly<Partial<Record<string, boolean>>> = { $set: false, $setOnInsert: true };
/** Operators that add elements to a list. */
const ADDERS: ReadonlySet<string> = new Set(['$push', '$addToSet']);

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** `lines.$[line].title` and `lines.3.title` name the same field as `lines.title`. */
const ELEMENTS = /\.(?:\$(?:\[\w*\])?|\d+)(?=\.|$)/g;
const AN_ELEMENT = /\.(?:\$(?:\[\w*\])?|\d+)$/;

const typesOf = new WeakMap<Schema, Map<string, SchemaType | null>>();

/** Returns the type of a path; null below a value that mongoose does not check. */
function typeAt(schema: Schema, path: string): SchemaType | null {
  const known = typesOf.get(schema) ?? new Map<string, SchemaType | null>();
  typesOf.set(schema, known);
  let type = known.get(path);
  if (type === undefined) {
    type = findType(schema, path);
    known.set(path, type);
  }
  return type;
}

function findType(schema: Schema, path: string): SchemaType | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const type = schema.paths[path.slice(0, end)];
    if (type === undefined) continue;
    if (end === path.length) return type;
    return type.schema === undefined ? null : findType(type.schema, path.slice(end + 1));
  }
  return null;
}

/** A value and the path under which it is stored. */
interface Stored {
  value: unknown;
  path: string;
  /** Whether all of it is new; otherwise parts of it may come from a document of an older release. */
  isNew: boolean;
}

function checkValue(type: SchemaType, stored: Stored): void {
  const { value, path } = stored;
  if (value === undefined) return;
  if (value === null) {
    if (type.isRequired === true && type.options['isPresent'] !== true) throw new Error(`${path} is null`);
    return;
  }
  if (Array.isArray(value)) {
    for (const element of value as unknown[]) checkElement(type, { ...stored, value: element });
    return;
  }
  const values = type.options['enum'] as readonly unknown[] | undefined;
  if (values?.includes(value) === false) throw new Error(`${path} is none of ${values.join(', ')}`);
  if (type.schema !== undefined && isObject(value)) checkPart(type.schema, value, stored);
}

/** Checks an element of a list, whose type is given. */
function checkElement(type: SchemaType, stored: Stored): void {
  if (type.schema !== undefined) {
    if (isObject(stored.value)) checkPart(type.schema, stored.value, stored);
  } else if ('embeddedSchemaType' in type) checkValue(type.embeddedSchemaType as SchemaType, stored);
}

function checkPart(schema: Schema, part: Fields, { path, isNew }: Stored): void {
  for (const [name, type] of Object.entries(schema.paths)) {
    const value = part[name];
    if (isNew && value === undefined && type.isRequired === true && !name.includes('.'))
      throw new Error(`${path}.${name} is missing`);
    checkValue(type, { value, path: `${path}.${name}`, isNew });
  }
}

/**
 * Throws when an update would store a value outside its enumeration, null in a required field, or a new part without one.
 * mongoose checks none of them in updates, and with `runValidators` not in those of `bulkWrite`. What `$unset` removes is
 * removed on purpose, as from rows of mails that ended long ago; aggregation pipelines are not checked either.
 */
export function checkUpdate(schema: Schema, update: unknown): void {
  if (!isObject(update) || Array.isArray(update)) return;
  for (const [operator, fields] of Object.entries(update)) {
    const isNew = SETTERS[operator] ?? (ADDERS.has(operator) ? true : null);
    if (isNew === null || !isObject(fields)) continue;
    for (const [key, value] of Object.entries(fields)) {
      const path = key.includes('.') ? key.replaceAll(ELEMENTS, '') : key;
      const type = typeAt(schema, path);
      if (type === null) continue;
      if (ADDERS.has(operator)) {
        const added =
          isObject(value) && Array.isArray(value['$each']) ? (value['$each'] as unknown[]) : [value];
        for (const element of added) checkElement(type, { value: element, path, isNew });
      } else if (AN_ELEMENT.test(key)) checkElement(type, { value, path, isNew });
      else checkValue(type, { value, path, isNew });
    }
  }
}
