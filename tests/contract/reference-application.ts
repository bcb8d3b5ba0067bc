import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import type { ArchiveSchema } from './archive.ts';

interface ContentType {
  readonly kind: 'collectionType' | 'singleType';
  readonly collectionName: string;
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string };
  readonly options: { readonly draftAndPublish: boolean };
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const GENERATED = new Set(['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy']);

function toUid(target: string, collections: readonly Collection[]): string {
  return collections.find(({ name, uid }) => name === target || uid === target)?.uid ?? target;
}

/** Omits Vidhi's additions (attributes that are absent while null, required and private attributes, audiences, storage). */
function toReferenceAttribute(
  attribute: Attribute,
  collections: readonly Collection[],
): Record<string, unknown> {
  switch (attribute.type) {
    case 'media':
      return { type: 'media', multiple: attribute.multiple === true, allowedTypes: ['images'] };
    case 'relation':
      return {
        type: 'relation',
        relation: attribute.relation,
        target: toUid(attribute.target, collections),
        ...(attribute.inversedBy !== undefined && { inversedBy: attribute.inversedBy }),
        ...(attribute.mappedBy !== undefined && { mappedBy: attribute.mappedBy }),
      };
    default:
      return {
        type: attribute.type,
        ...(attribute.enum !== undefined && { enum: [...attribute.enum] }),
        ...(attribute.unique === true && { unique: true }),
      };
  }
}

export function toContentType(collection: Collection, collections: readonly Collection[]): ContentType {
  return {
    kind: collection.kind === 'single' ? 'singleType' : 'collectionType',
    collectionName: collection.plural.replaceAll('-', '_'),
    info: { singularName: collection.name, pluralName: collection.plural, displayName: collection.name },
    options: { draftAndPublish: collection.draftAndPublish },
    attributes: Object.fromEntries(
      Object.entries(collection.attributes)
        .filter(
          ([, attribute]) =>
            !('private' in attribute && attribute.private === true) &&
            !('absentIfNull' in attribute && attribute.absentIfNull === true),
        )
        .map(([name, attribute]) => [name, toReferenceAttribute(attribute, collections)]),
    ),
  };
}

/** Returns a content type that is in the archive but not declared in this project, as described by the archive. */
export function fromArchiveSchema(schema: ArchiveSchema): ContentType {
  return {
    kind: schema.kind === 'singleType' ? 'singleType' : 'collectionType',
    collectionName: schema.collectionName,
    info: { ...schema.info, displayName: schema.info.singularName },
    options: { draftAndPublish: schema.options?.draftAndPublish === true },
    attributes: Object.fromEntries(
      Object.entries(schema.attributes).filter(([name]) => !GENERATED.has(name)),
    ),
  };
}

const asModule = (value: unknown): string => `module.exports = () => (${JSON.stringify(value, null, 2)});\n`;

const BOOTSTRAP = `const ACCOUNT_ROLES = { lawyer: 5, firm: 6 };
module.exports = {
  async bootstrap({ strapi }) {
    const verbs = process.env.OPEN_WRITES ? ['find', 'findOne', 'create', 'update', 'delete'] : ['find', 'findOne'];
    const types = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('api::'));
    const users = 'plugin::users-permissions.user';
    const account = ['findOne', 'create', 'update'].map((verb) => users + '.' + verb);
    const changePassword = 'plugin::users-permissions.auth.changePassword';
    const permissions = strapi.db.query('plugin::users-permissions.permission');
    const roles = strapi.db.query('plugin::users-permissions.role');
    for (const [type, id] of Object.entries(process.env.OPEN_ACCOUNTS ? ACCOUNT_ROLES : {})) {
      if (!(await roles.findOne({ where: { id } }))) await roles.create({ data: { id, type, name: type } });
    }
    const settings = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
    await settings.set({ value: { ...(await settings.get()), email_confirmation: Boolean(process.env.CONFIRM_EMAILS) } });
    for (const role of await roles.findMany()) {
      const actions = types.flatMap((uid) => verbs.map((verb) => uid + '.' + verb));
      if (process.env.OPEN_ACCOUNTS) actions.push(...account);
      if (process.env.OPEN_ACCOUNTS && role.type in ACCOUNT_ROLES) actions.push(users + '.me', changePassword);
      for (const action of actions) {
        if (await permissions.findOne({ where: { action, role: role.id } })) continue;
        await permissions.create({ data: { action, role: role.id } });
      }
    }
  },
};
`;

/** E-mail provider for the reference that sends nothing: GET /messages?to=ADDRESS at MAILS_PORT responds as Vidhi's mail inbox. */
const MAIL_INBOX = `module.exports = {
  init() {
    const mails = [];
    const list = (request, response) => {
      const to = new URL(request.url, 'http://inbox').searchParams.get('to');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(mails.filter((mail) => mail.to === to)));
    };
    const port = Number(process.env.MAILS_PORT);
    if (port) require('node:http').createServer(list).listen(port, '127.0.0.1');
    return { send: async ({ to, subject, text, html }) => void mails.unshift({ to, subject, text, html }) };
  },
};
`;

const PACKAGE = {
  name: 'strapi-reference',
  private: true,
  version: '0.1.0',
  scripts: { start: 'node server.js', import: 'strapi import --force -f' },
  dependencies: {
    '@strapi/strapi': '4.26.2',
    '@strapi/plugin-users-permissions': '4.26.2',
    'better-sqlite3': '8.6.0',
    react: '^18.0.0',
    'react-dom': '^18.0.0',
    'react-router-dom': '5.3.4',
    'styled-components': '5.3.3',
  },
  overrides: { sharp: '0.33.5' },
  allowScripts: { 'better-sqlite3': true },
  strapi: { uuid: false },
};

const MIDDLEWARES = ['errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'];

function applicationFiles(): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    'server.js': `require('@strapi/strapi')({ appDir: __dirname, distDir: __dirname }).start();\n`,
    'favicon.png': '',
    'public/uploads/.gitkeep': '',
    '.tmp/.gitkeep': '',
    'config/server.js':
      `module.exports = ({ env }) => ({ host: '127.0.0.1', port: env.int('PORT', 1337), ` +
      `app: { keys: ['a', 'b'] }, logger: { startup: { enabled: false }, updates: { enabled: false } } });\n`,
    'config/admin.js': asModule({
      auth: { secret: 'admin-secret' },
      apiToken: { salt: 'salt' },
      transfer: { token: { salt: 'salt2' } },
      serveAdminPanel: false,
      autoOpen: false,
    }),
    'config/database.js': asModule({
      connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true },
    }),
    'config/api.js': asModule({ rest: { defaultLimit: 25, maxLimit: 150, withCount: true } }).replace(
      '() => ',
      '',
    ),
    'config/plugins.js':
      `module.exports = () => ({ 'users-permissions': { config: { jwtSecret: 'jwt-secret' } }, ` +
      `email: { config: { provider: require.resolve('../src/mail-inbox.js') } } });\n`,
    'src/mail-inbox.js': MAIL_INBOX,
    'config/middlewares.js': `module.exports = ${JSON.stringify(MIDDLEWARES.map((name) => `strapi::${name}`))};\n`,
    'src/index.js': BOOTSTRAP,
  };
}

/**
 * Returns the files of a Strapi 4.26 application with these content types, which the public may read (and write with
 * OPEN_WRITES=1; its accounts too with OPEN_ACCOUNTS=1). CONFIRM_EMAILS=1 rejects logins of unconfirmed accounts.
 */
export function referenceApplication(
  collections: readonly Collection[],
  archived: readonly ArchiveSchema[],
): Record<string, string> {
  const declared = collections.filter(({ uid }) => uid.startsWith('api::'));
  const declaredUids = new Set(declared.map(({ uid }) => uid));
  const types = [
    ...declared.map((collection) => toContentType(collection, collections)),
    ...archived.filter(({ uid }) => uid.startsWith('api::') && !declaredUids.has(uid)).map(fromArchiveSchema),
  ];
  const files = applicationFiles();
  for (const type of types) {
    const name = type.info.singularName;
    files[`src/api/${name}/content-types/${name}/schema.json`] = `${JSON.stringify(type, null, 2)}\n`;
    for (const [folder, part] of [
      ['controllers', 'Controller'],
      ['services', 'Service'],
      ['routes', 'Router'],
    ] as const) {
      files[`src/api/${name}/${folder}/${name}.js`] =
        `module.exports = require('@strapi/strapi').factories.createCore${part}('api::${name}.${name}');\n`;
    }
  }
  return files;
}
