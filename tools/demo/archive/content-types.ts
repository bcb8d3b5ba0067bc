/** Schemas of a Strapi 4 application with the site's content types, as its export writes them. */
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { allCollections, catalogOwned, newsOwned } from '@vidhi/collections/all.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type * as declared from '@vidhi/collections/declaration.ts';

type Attribute = Record<string, unknown>;

const STRING = { type: 'string' };
const BOOLEAN = { type: 'boolean' };
const DATETIME = { type: 'datetime' };

const relation = (kind: string, target: string, extra: Attribute = {}): Attribute => ({
  type: 'relation',
  relation: kind,
  target,
  ...extra,
});

const uids = new Map<string, string>(
  allCollections.flatMap(({ name, uid }) => [name, uid].map((key) => [key, uid])),
);

/** Converts a declared attribute; options that a Strapi application does not have are left out. */
function toAttribute(attribute: declared.Attribute): Attribute {
  if (attribute.type === 'media')
    return { type: 'media', multiple: attribute.multiple === true, allowedTypes: ['images'] };
  if (attribute.type === 'relation') {
    const { target, inversedBy, mappedBy } = attribute;
    return relation(attribute.relation, uids.get(target) ?? target, {
      ...(inversedBy === undefined ? {} : { inversedBy }),
      ...(mappedBy === undefined ? {} : { mappedBy }),
    });
  }
  const { type, unique, enum: options } = attribute;
  return { type, ...(unique ? { unique } : {}), ...(options === undefined ? {} : { enum: options }) };
}

const toAttributes = ({ attributes }: declared.Collection): Record<string, Attribute> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => !('private' in attribute))
      .map(([name, attribute]) => [name, toAttribute(attribute)]),
  );

const FIXED = { configurable: false };
const HIDDEN = { ...FIXED, private: true, searchable: false };

const REQUIRED_OF_FILES = new Set(['name', 'hash', 'mime', 'size', 'url', 'provider']);

const FILE_ATTRIBUTES: Record<string, Attribute> = {
  ...Object.fromEntries(
    Object.entries(toAttributes(fileCollection)).map(([name, attribute]) => [
      name,
      { ...attribute, ...FIXED, ...(REQUIRED_OF_FILES.has(name) ? { required: true } : {}) },
    ]),
  ),
  related: { type: 'relation', relation: 'morphToMany', ...FIXED },
};

const ROLE_ATTRIBUTES: Record<string, Attribute> = {
  name: { ...STRING, minLength: 3, required: true, ...FIXED },
  description: { ...STRING, ...FIXED },
  type: { ...STRING, unique: true, ...FIXED },
  users: relation('oneToMany', userCollection.uid, { mappedBy: 'role', ...FIXED }),
};

const USER_ATTRIBUTES: Record<string, Attribute> = {
  username: { ...STRING, minLength: 3, unique: true, ...FIXED, required: true },
  email: { type: 'email', minLength: 6, ...FIXED, required: true },
  provider: { ...STRING, ...FIXED },
  password: { type: 'password', minLength: 6, ...HIDDEN },
  resetPasswordToken: { ...STRING, ...HIDDEN },
  confirmationToken: { ...STRING, ...HIDDEN },
  confirmed: { ...BOOLEAN, default: false, ...FIXED },
  blocked: { ...BOOLEAN, default: false, ...FIXED },
  role: relation('manyToOne', 'plugin::users-permissions.role', { inversedBy: 'users', ...FIXED }),
  first_name: STRING,
  last_name: STRING,
  mobile: STRING,
};

const author = (): Attribute =>
  relation('oneToOne', 'admin::user', {
    ...FIXED,
    writable: false,
    visible: false,
    useJoinTable: false,
    private: true,
  });

function attributesOf(own: Record<string, Attribute>, draftAndPublish: boolean) {
  return {
    ...own,
    createdAt: DATETIME,
    updatedAt: DATETIME,
    ...(draftAndPublish ? { publishedAt: { ...DATETIME, ...FIXED, writable: true, visible: false } } : {}),
    createdBy: author(),
    updatedBy: author(),
  };
}

const pascalCase = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function apiSchema(collection: declared.Collection) {
  const { name, plural, uid, kind, draftAndPublish } = collection;
  return {
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish },
    attributes: attributesOf(toAttributes(collection), draftAndPublish),
    kind: kind === 'single' ? 'singleType' : 'collectionType',
    modelType: 'contentType',
    modelName: name,
    uid,
    globalId: pascalCase(name),
  };
}

function pluginSchema(plugin: string, name: string, collectionName: string, own: Record<string, Attribute>) {
  return {
    collectionName,
    info: {
      name,
      description: '',
      singularName: name,
      pluralName: `${name}s`,
      displayName: pascalCase(name),
    },
    options: { draftAndPublish: false, timestamps: true },
    attributes: attributesOf(own, false),
    kind: 'collectionType',
    modelType: 'contentType',
    modelName: name,
    uid: `plugin::${plugin}.${name}`,
    plugin,
    globalId: plugin === 'upload' ? 'UploadFile' : `UsersPermissions${pascalCase(name)}`,
  };
}

/** One schema per line of `schemas/schemas_00001.jsonl`. */
export function contentTypeSchemas(): object[] {
  return [
    pluginSchema('upload', 'file', 'files', FILE_ATTRIBUTES),
    pluginSchema('users-permissions', 'role', 'up_roles', ROLE_ATTRIBUTES),
    pluginSchema('users-permissions', 'user', 'up_users', USER_ATTRIBUTES),
    ...[...newsOwned, ...catalogOwned].map(apiSchema),
  ];
}
