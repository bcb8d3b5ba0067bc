import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { validationError } from '@vidhi/contracts/errors.ts';

const Text = Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]));
/** What a client may say about a file. */
const FileInfo = Type.Object(
  { name: Text, alternativeText: Text, caption: Text },
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
 * The field `fileInfo`, once as an object or a list in the order of the files, or once for each file. Other
 * keys are ignored.
 */
export function readFileInfo(fields: readonly string[]): FileInfo[] {
  const given = fields.flatMap((field) => parse(field));
  return given.map((each) => {
    const info = each ?? {};
    if (!Value.Check(FileInfo, info))
      throw validationError('fileInfo must have name, alternativeText and caption as text or null');
    return info;
  });
}
