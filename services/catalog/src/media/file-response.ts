import { Type } from 'typebox';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

const Text = Type.Union([Type.String(), Type.Null()]);
const Amount = Type.Union([Type.Number(), Type.Null()]);
const AnyObject = Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]);

/** A flat file object. The order of its properties is the order of keys in responses. */
export const FileResponse = Type.Object({
  id: Type.Integer(),
  name: Text,
  alternativeText: Text,
  caption: Text,
  width: Amount,
  height: Amount,
  formats: AnyObject,
  hash: Text,
  ext: Text,
  mime: Text,
  size: Amount,
  url: Text,
  previewUrl: Text,
  provider: Text,
  provider_metadata: AnyObject,
  createdAt: Text,
  updatedAt: Text,
});
/** Serializes a file of a list, of which only some attributes may be requested. */
export const ListedFile = Type.Partial(FileResponse);
export const ErrorResponse = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});

/** Returns the public attributes in wire order, without the private ones; of `fields`, these and the id. */
export const presentFile = (
  stored: StoredDocument,
  fields: readonly string[] | null = null,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(FileResponse.properties)
      .filter((name) => fields === null || name === 'id' || fields.includes(name))
      .map((name) => [name, stored[name] ?? null]),
  );
