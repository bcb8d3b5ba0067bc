import type { Schema } from 'mongoose';
import { CommandError, runCommand } from '@vidhi/service-kit/site-command.ts';
import type { DeclaredCollection } from '@vidhi/service-kit/stored-collection.ts';
import { COLLECTIONS } from './collections.ts';

const USAGE = `usage: npm run schemas -- [SERVICE]

Lists the collections of every service, or of one, with the fields of their documents and their indexes. It reads the
declarations, and no database.`;

/** One line for each field, those of parts below theirs. Fields without a mark are optional. */
function fieldLines(schema: Schema, indent: string): string[] {
  const lines: string[] = [];
  schema.eachPath((path, type) => {
    const isList = type.instance === 'Array' || type.instance === 'DocumentArray';
    const element = 'embeddedSchemaType' in type ? (type.embeddedSchemaType as typeof type).instance : null;
    const kind = type.schema === undefined ? (element ?? type.instance) : 'part';
    const values = (type.options['enum'] as readonly string[] | undefined)?.join(' | ');
    const marks = [
      ...(type.isRequired === true ? ['required'] : type.options['allowNull'] === false ? [] : ['or null']),
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

const describe = ({ name, schema }: DeclaredCollection): string[] => [
  `  ${name}`,
  ...fieldLines(schema, '    '),
  ...schema.indexes().map(indexLine),
];

await runCommand(async ([service, ...rest]) => {
  if (rest.length > 0 || (service !== undefined && !(service in COLLECTIONS))) throw new CommandError(USAGE);
  return Object.entries(COLLECTIONS)
    .filter(([name]) => service === undefined || name === service)
    .flatMap(([name, collections]) => [name, ...collections.flatMap(describe)])
    .join('\n');
});
