import type { Schema, SchemaType } from 'mongoose';
import type { DeclaredCollection } from '@vidhi/service-kit/stored-collection.ts';

/** A required field rejects null unless it only has to be present; an optional one does where it is declared so. */
const mayBeNull = ({ isRequired, options }: SchemaType): boolean =>
  isRequired === true ? options['isPresent'] === true : options['allowNull'] !== false;

/** One line for each field, those of parts below theirs. Fields without a mark are optional. */
function fieldLines(schema: Schema, indent: string): string[] {
  const lines: string[] = [];
  schema.eachPath((path, type) => {
    const isList = type.instance === 'Array' || type.instance === 'DocumentArray';
    const element = 'embeddedSchemaType' in type ? (type.embeddedSchemaType as typeof type).instance : null;
    const kind = type.schema === undefined ? (element ?? type.instance) : 'part';
    const values = (type.options['enum'] as readonly string[] | undefined)?.join(' | ');
    const requiredBy = type.options['requiredBy'] as string | undefined;
    const marks = [
      ...(type.isRequired === true ? ['required'] : []),
      ...(mayBeNull(type) ? ['or null'] : []),
      ...(requiredBy === undefined ? [] : [`required by ${requiredBy}`]),
      ...(values === undefined ? [] : [values]),
    ];
    const text = `${isList ? 'list of ' : ''}${kind}`;
    lines.push(`${indent}${path}: ${[text, ...marks].join(', ')}`);
    if (type.schema !== undefined) lines.push(...fieldLines(type.schema, `${indent}  `));
  });
  return lines;
}

function indexLine([fields, options]: ReturnType<Schema['indexes']>[number]): string {
  const keys = Object.entries(fields).map(([field, direction]) =>
    direction === -1 ? `${field} descending` : field,
  );
  const marks = (['unique', 'sparse'] as const).filter((mark) => options[mark] === true);
  return `    index by ${keys.join(', ')}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

/** Returns the lines that describe a collection: its fields, and its indexes. */
export const describeCollection = ({ name, schema }: DeclaredCollection): string[] => [
  `  ${name}`,
  ...fieldLines(schema, '    '),
  ...schema.indexes().map(indexLine),
];
