import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { validationError } from '@vidhi/contracts/errors.ts';

const Text = Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]));
/** Client-supplied attributes of one uploaded file. */
const FileInfo = Type.Object(
  { name: Text, alternativeText: Text, caption: Text, credit: Text, folder: Text },
  { additionalProperties: true },
);
export type FileInfo = Static<typeof FileInfo>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validationError('fileInfo must be JSON');
  }
}

/**
 * Parses the form field `fileInfo`: sent once as an object or as an array in file order, or repeated once per file.
 * Ignores other keys; throws a validation error for invalid JSON or types.
 */
export function readFileInfo(fields: readonly string[]): FileInfo[] {
  const parsed = fields.flatMap((field) => parse(field));
  return parsed.map((each) => {
    const info = each ?? {};
    if (!Value.Check(FileInfo, info))
      throw validationError(
        'fileInfo must have name, alternativeText, caption, credit and folder as text or null',
      );
    return info;
  });
}
