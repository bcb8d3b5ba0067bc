/** Schemas of a Strapi 4 application with the site's content types, as its export writes them. */

type Attribute = Record<string, unknown>;

const STRING = { type: 'string' };
const TEXT = { type: 'text' };
const BOOLEAN = { type: 'boolean' };
const DATETIME = { type: 'datetime' };
const IMAGE = { type: 'media', multiple: false, allowedTypes: ['images'] };
const AD_TYPES = ['Side Bar', 'One Column into List', 'Two Column into List', 'Inner Content'];

const relation = (kind: string, target: string, extra: Attribute = {}): Attribute => ({
  type: 'relation',
  relation: kind,
  target,
  ...extra,
});

/** Attributes by singular name; the plural comes first. */
const COLLECTIONS: Record<string, [plural: string, attributes: Record<string, Attribute>]> = {
  category: [
    'categories',
    {
      name: STRING,
      title: STRING,
      slug: STRING,
      description: TEXT,
      keywords: STRING,
      heading_title: STRING,
      show_nav: BOOLEAN,
      show_order: { type: 'integer' },
      parent_category: relation('manyToOne', 'api::category.category', { inversedBy: 'children' }),
      children: relation('oneToMany', 'api::category.category', { mappedBy: 'parent_category' }),
      posts: relation('manyToMany', 'api::post.post', { mappedBy: 'categories' }),
    },
  ],
  tag: [
    'tags',
    { name: STRING, slug: STRING, posts: relation('manyToMany', 'api::post.post', { mappedBy: 'tags' }) },
  ],
  post: [
    'posts',
    {
      title: STRING,
      slug: { type: 'string', unique: true },
      content: TEXT,
      image: IMAGE,
      youtube: STRING,
      publish_date: DATETIME,
      views_count: { type: 'integer' },
      trending: BOOLEAN,
      newstags: STRING,
      user: relation('manyToOne', 'plugin::users-permissions.user'),
      tags: relation('manyToMany', 'api::tag.tag', { inversedBy: 'posts' }),
      categories: relation('manyToMany', 'api::category.category', { inversedBy: 'posts' }),
    },
  ],
  'site-ad': [
    'site-ads',
    {
      title: STRING,
      youtube: STRING,
      link: STRING,
      image: IMAGE,
      type: { type: 'enumeration', enum: AD_TYPES },
    },
  ],
  product: ['products', { title: STRING, link: STRING, image: IMAGE }],
  'hosted-page': ['hosted-pages', { name: STRING, targetUrl: STRING, description: TEXT }],
};

const SINGLES: typeof COLLECTIONS = {
  'site-setting': ['site-settings', { contact_email: STRING, show_products: BOOLEAN, show_auth: BOOLEAN }],
  'social-link': ['social-links', { facebook: STRING, twitter: STRING, linkedin: STRING, youtube: STRING }],
};

const FIXED = { configurable: false };
const HIDDEN = { ...FIXED, private: true, searchable: false };

const FILE_ATTRIBUTES: Record<string, Attribute> = {
  name: { ...STRING, ...FIXED, required: true },
  alternativeText: { ...STRING, ...FIXED },
  caption: { ...STRING, ...FIXED },
  width: { type: 'integer', ...FIXED },
  height: { type: 'integer', ...FIXED },
  formats: { type: 'json', ...FIXED },
  hash: { ...STRING, ...FIXED, required: true },
  ext: { ...STRING, ...FIXED },
  mime: { ...STRING, ...FIXED, required: true },
  size: { type: 'decimal', ...FIXED, required: true },
  url: { ...STRING, ...FIXED, required: true },
  previewUrl: { ...STRING, ...FIXED },
  provider: { ...STRING, ...FIXED, required: true },
  provider_metadata: { type: 'json', ...FIXED },
  related: { type: 'relation', relation: 'morphToMany', ...FIXED },
};

const ROLE_ATTRIBUTES: Record<string, Attribute> = {
  name: { ...STRING, minLength: 3, required: true, ...FIXED },
  description: { ...STRING, ...FIXED },
  type: { ...STRING, unique: true, ...FIXED },
  users: relation('oneToMany', 'plugin::users-permissions.user', { mappedBy: 'role', ...FIXED }),
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

function apiSchemas(kind: string, set: typeof COLLECTIONS) {
  return Object.entries(set).map(([name, [plural, own]]) => {
    const draftAndPublish = name === 'post';
    return {
      collectionName: plural.replaceAll('-', '_'),
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish },
      attributes: attributesOf(own, draftAndPublish),
      kind,
      modelType: 'contentType',
      modelName: name,
      uid: `api::${name}.${name}`,
      globalId: pascalCase(name),
    };
  });
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
    ...apiSchemas('collectionType', COLLECTIONS),
    ...apiSchemas('singleType', SINGLES),
  ];
}
