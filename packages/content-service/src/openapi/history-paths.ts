import type { Collection } from '@vidhi/content-engine';
import { describeCalls, type CallPaths, type StaffCall } from './call-paths.ts';
import { schemaName, type JsonSchema } from './openapi-names.ts';

const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const integer: JsonSchema = { type: 'integer' };
const names: JsonSchema = { type: 'array', items: text };
const attributes: JsonSchema = { type: 'object', additionalProperties: true };
const person: JsonSchema = {
  type: ['object', 'null'],
  properties: { id: integer, name: text },
};
const revision = {
  rev: text,
  at: text,
  by: person,
  kind: text,
  name: textOrNull,
  note: textOrNull,
  changed: names,
  current: { type: 'boolean' },
};
const copy = { seq: integer, base_rev: integer, by: person, at: text, since: text, tab: text };
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});
const page = {
  'pagination[page]': { type: 'integer', minimum: 1 },
  'pagination[pageSize]': { type: 'integer', minimum: 1, maximum: 150 },
};
const OUTDATED = { 412: 'Somebody has saved meanwhile: `details` say who, when and what' };

/** Returns the paths of a document's working copy and revisions; `of` is its name in the ids of operations. */
function documentPaths(root: string, of: string, tag: string): CallPaths {
  return describeCalls({
    [`GET ${root}/working-copy`]: {
      operationId: `getWorkingCopyOf${of}`,
      tag,
      summary: 'The working copy, which is not published; null where there is none',
      data: { type: ['object', 'null'], properties: { ...copy, values: attributes } },
    },
    [`PUT ${root}/working-copy`]: {
      operationId: `saveWorkingCopyOf${of}`,
      tag,
      summary: 'Saves a working copy: readers see the document as before',
      body: {
        required: ['values', 'base_rev', 'tab', 'n'],
        properties: { values: attributes, base_rev: integer, tab: text, n: integer },
      },
      data: object(copy),
      errors: OUTDATED,
    },
    [`POST ${root}/working-copy/values`]: {
      operationId: `amendWorkingCopyOf${of}`,
      tag,
      summary: 'Changes these attributes in a working copy that exists, and no others',
      body: { required: ['values'], properties: { values: attributes } },
      data: object(copy),
      errors: OUTDATED,
    },
    [`DELETE ${root}/working-copy`]: {
      operationId: `discardWorkingCopyOf${of}`,
      tag,
      summary: 'Discards the working copy, which stays in the history',
      data: { type: 'null' },
      errors: OUTDATED,
    },
    [`GET ${root}/revisions`]: {
      operationId: `listRevisionsOf${of}`,
      tag,
      summary: 'The history, the present values first',
      query: page,
      data: { type: 'array', items: object(revision) },
      isPaged: true,
    },
    [`POST ${root}/revisions`]: {
      operationId: `addRevisionOf${of}`,
      tag,
      summary: 'Stores the text that was not taken over in a conflict',
      body: { required: ['values', 'base_rev'], properties: { values: attributes, base_rev: integer } },
      data: object({ rev: text }),
    },
    [`GET ${root}/revisions/{rev}`]: {
      operationId: `getRevisionOf${of}`,
      tag,
      summary: 'The values of a revision',
      data: object({ ...revision, values: attributes }),
    },
    [`PUT ${root}/revisions/{rev}`]: {
      operationId: `nameRevisionOf${of}`,
      tag,
      summary: 'Names a revision, which is stored for good then',
      body: { required: ['name'], properties: { name: textOrNull } },
      data: object(revision),
    },
    [`POST ${root}/revisions/{rev}/restore`]: {
      operationId: `restoreRevisionOf${of}`,
      tag,
      summary: 'Makes a revision the working copy: readers see the document as before',
      data: object({ ...copy, values: attributes }),
      errors: OUTDATED,
    },
  } satisfies Record<string, StaffCall>);
}

/**
 * Returns the paths of the working copies and revisions of collections.
 * @param paths the paths of single types that have another one than their name
 */
export function historyPaths(
  collections: readonly Collection[],
  paths: Readonly<Record<string, string>> = {},
): CallPaths {
  const all = collections.flatMap(({ kind, name, plural, aliases }) =>
    kind === 'single'
      ? [documentPaths(`/api${paths[name] ?? `/${name}`}`, schemaName(name), name)]
      : [
          documentPaths(`/api/${plural}/{id}`, schemaName(name), plural),
          ...aliases.map((alias) =>
            documentPaths(`/api/${alias.plural}/{id}`, schemaName(alias.plural), alias.plural),
          ),
        ],
  );
  return Object.assign({}, ...all) as CallPaths;
}

/** Returns the paths of the trash of collections. */
export function trashPaths(collections: readonly Collection[]): CallPaths {
  const all = collections.filter(({ kind }) => kind === 'collection').map(trashPathsOf);
  return Object.assign({}, ...all) as CallPaths;
}

function trashPathsOf({ name, plural }: Collection): CallPaths {
  const root = `/api/${plural}/trash`;
  const tag = plural;
  return describeCalls({
    [`GET ${root}`]: {
      operationId: `listTrashOf${schemaName(name)}`,
      tag,
      summary: 'What was removed in the last thirty days, the latest first',
      query: page,
      data: {
        type: 'array',
        items: object({ id: integer, label: text, at: text, by: person, gone_at: text }),
      },
      isPaged: true,
    },
    [`POST ${root}/{id}/restore`]: {
      operationId: `restoreRemoved${schemaName(name)}`,
      tag,
      summary: 'Restores a removed document; an article is a draft then',
      data: attributes,
    },
    [`DELETE ${root}/{id}`]: {
      operationId: `removeForEver${schemaName(name)}`,
      tag,
      summary: 'Removes a document from the trash for ever. For administrators',
      data: object({ id: integer, label: text }),
    },
  });
}
