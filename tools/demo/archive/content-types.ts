/** Schemas of a Strapi 4 application with the site's content types, as its export writes them. */

type Attribute = Record<string, unknown>;

const STRING = { type: 'string' };
const TEXT = { type: 'text' };
const BOOLEAN = { type: 'boolean' };
const DATETIME = { type: 'datetime' };
const DECIMAL = { type: 'decimal' };
const IMAGE = { type: 'media', multiple: false, allowedTypes: ['images'] };
const AD_TYPES = ['Side Bar', 'One Column into List', 'Two Column into List', 'Inner Content'];

const relation = (kind: string, target: string, extra: Attribute = {}): Attribute => ({
  type: 'relation',
  relation: kind,
  target,
  ...extra,
});

type ContentTypes = Record<string, [plural: string, attributes: Record<string, Attribute>]>;

/** Attributes by singular name; the plural comes first. */
const COLLECTIONS: ContentTypes = {
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

const GALLERY = { ...IMAGE, multiple: true };
const toOne = (name: string) => relation('manyToOne', `api::${name}.${name}`);
const toMany = (name: string, inversedBy?: string) =>
  relation('manyToMany', `api::${name}.${name}`, inversedBy === undefined ? {} : { inversedBy });
const inverseOf = (name: string, mappedBy: string) =>
  relation('manyToMany', `api::${name}.${name}`, { mappedBy });

const CATALOGUE: ContentTypes = {
  'country-state': ['country-states', { name: STRING }],
  'state-district': ['state-districts', { name: STRING, country_state: toOne('country-state') }],
  city: [
    'cities',
    { name: STRING, country_state: toOne('country-state'), state_district: toOne('state-district') },
  ],
  court: [
    'courts',
    {
      name: STRING,
      country_state: toOne('country-state'),
      state_district: toOne('state-district'),
      city: toOne('city'),
      lawyers: inverseOf('lawyer', 'PropertyList2'),
    },
  ],
  'type-of-court': ['type-of-courts', { name: STRING }],
  language: ['languages', { name: STRING, lawyers: inverseOf('lawyer', 'PropertyList3') }],
  specialization: [
    'specializations',
    { name: STRING, slug: STRING, lawyers: inverseOf('lawyer', 'PropertyList1') },
  ],
  author: ['authors', { AuthorName: STRING, books: inverseOf('book', 'author_names') }],
  publisher: ['publishers', { name: STRING, books: inverseOf('book', 'publishers') }],
  'catelog-category': ['catelog-categories', { name: STRING, books: inverseOf('book', 'Category') }],
  'book-tag': ['book-tags', { name: STRING, books: inverseOf('book', 'PropertyList1') }],
  book: [
    'books',
    {
      Title: STRING,
      SubTitle: STRING,
      ISBN: STRING,
      Edition: STRING,
      Pages: { type: 'integer' },
      Binding: STRING,
      Type: STRING,
      Price: DECIMAL,
      discount: DECIMAL,
      Detail1: TEXT,
      ShortDescription: TEXT,
      shipping_class: STRING,
      Property1: STRING,
      Property2: STRING,
      PrimaryImageId: IMAGE,
      SecondaryImageIds: GALLERY,
      author_names: toMany('author', 'books'),
      publishers: toMany('publisher', 'books'),
      Category: toMany('catelog-category', 'books'),
      PropertyList1: toMany('book-tag', 'books'),
      PropertyList2: toMany('book-tag'),
      PropertyList3: toMany('book-tag'),
    },
  ],
  lawyer: [
    'lawyers',
    {
      Title: STRING,
      SubTitle: STRING,
      SubCategory2: STRING,
      Identifier: STRING,
      DisplayDate: { type: 'date' },
      shipping_class: STRING,
      Price: DECIMAL,
      Detail1: TEXT,
      contact: { type: 'json' },
      PrimaryImageId: IMAGE,
      SecondaryImageIds: GALLERY,
      users_permissions_user: relation('manyToOne', 'plugin::users-permissions.user'),
      Property1: toMany('country-state'),
      Property2: toMany('city'),
      Property3: toMany('state-district'),
      PropertyList1: toMany('specialization', 'lawyers'),
      PropertyList2: toMany('court', 'lawyers'),
      PropertyList3: toMany('language', 'lawyers'),
      type_of_court: toMany('type-of-court'),
    },
  ],
};

const SINGLES: ContentTypes = {
  'site-setting': ['site-settings', { contact_email: STRING, show_products: BOOLEAN, show_auth: BOOLEAN }],
  'social-link': ['social-links', { facebook: STRING, twitter: STRING, linkedin: STRING, youtube: STRING }],
  'site-option': [
    'site-options',
    {
      site_name: STRING,
      site_description: STRING,
      publisher_name: STRING,
      rule36_mode: BOOLEAN,
      grievance_officer_name: STRING,
      grievance_officer_contact: STRING,
      code_of_ethics: TEXT,
      computed_read_time: BOOLEAN,
      footer_year_from: { type: 'integer' },
      footer_year_to: { type: 'integer' },
    },
  ],
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

function apiSchemas(kind: string, set: ContentTypes) {
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
    ...apiSchemas('collectionType', { ...COLLECTIONS, ...CATALOGUE }),
    ...apiSchemas('singleType', SINGLES),
  ];
}
