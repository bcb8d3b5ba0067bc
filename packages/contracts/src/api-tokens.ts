import { Type, type Static } from 'typebox';
import { allCollections } from '@vidhi/collections/all.ts';
import type { Collection, Part } from '@vidhi/collections/declaration.ts';
import { contentPaths } from '@vidhi/collections/routes.ts';
import { DESKS, type Desk } from './desks.ts';
import { SHOWN_NAME } from './shown-name.ts';

/** A route, and the methods of it, that a scope allows. `/**` means the route and all below it. */
type Allowed = readonly [methods: readonly string[], route: string];

interface Scope {
  /** Sentence for people that says what it allows. */
  label: string;
  /** Desks of the token, which the services check besides. */
  desks: readonly Desk[];
  allows: readonly Allowed[];
}

const READ = ['GET', 'HEAD'] as const;
const WRITE = ['POST', 'PUT', 'DELETE'] as const;

/** Scopes that read or write the same collections. */
const reads = (label: string, desks: readonly Desk[], routes: readonly string[]): Scope => ({
  label,
  desks,
  allows: routes.map((route) => [READ, `${route}/**`]),
});
const writes = (label: string, desks: readonly Desk[], routes: readonly string[]): Scope => ({
  label,
  desks,
  allows: routes.map((route) => [WRITE, `${route}/**`]),
});

const collections: readonly Collection[] = allCollections;
/** Returns the routes of the collections of a part of the site. */
const routesOf = (name: Part): string[] => contentPaths(collections.filter(({ part }) => part === name));

const ARTICLES = routesOf('articles');
const PAGES = routesOf('pages');
const BOOKS = routesOf('books');
const DIRECTORY = routesOf('directory');

/**
 * Everything that a token can do. What is not here no token can do: money (refunds, orders by hand, payments), staff,
 * accounts, settings, tokens and webhooks themselves.
 */
export const API_SCOPES = {
  'articles:read': reads('Read articles and drafts, authors, categories and tags', ['news'], ARTICLES),
  'articles:write': writes(
    'Write and publish articles, authors, categories and tags',
    ['news', 'publish'],
    ARTICLES,
  ),
  'pages:read': reads('Read pages, redirects, advertisements and slides', ['publish'], PAGES),
  'pages:write': writes('Change pages, redirects, advertisements and slides', ['publish'], PAGES),
  'media:write': {
    label: 'Upload pictures',
    desks: ['news'],
    allows: [
      [READ, '/api/upload/files/**'],
      [['POST'], '/api/upload'],
    ],
  },
  'books:read': reads('Read books and their lists', ['shop'], BOOKS),
  'books:write': writes('Change books, prices and their lists', ['shop'], BOOKS),
  'stock:read': reads('Read how many copies there are', ['shop'], ['/api/book-stock']),
  'stock:write': {
    label: 'Receive and correct copies',
    desks: ['shop'],
    allows: [[['POST'], '/api/book-stock/:book/moves']],
  },
  'orders:read': {
    label: 'Read orders, with names and addresses of buyers',
    desks: ['shop'],
    allows: [
      [READ, '/api/purchases'],
      [READ, '/api/purchases/:id'],
    ],
  },
  'orders:ship': {
    label: 'Mark orders as shipped, with tracking numbers and notes',
    desks: ['shop'],
    allows: [
      [['POST'], '/api/shipments'],
      [['POST'], '/api/purchases/:id/shipments'],
      [['PUT'], '/api/purchases/:id/shipments/:shipment'],
      [['POST'], '/api/purchases/:id/notes'],
      [['PUT'], '/api/purchases/:id/tags'],
    ],
  },
  'directory:read': reads(
    'Read profiles of lawyers and firms, with their contact data',
    ['directory'],
    DIRECTORY,
  ),
  'directory:write': writes('Change profiles and the lists of the directory', ['directory'], DIRECTORY),
  'subscribers:read': {
    label: 'Read the addresses of the newsletter',
    desks: ['people'],
    allows: [[READ, '/api/subscribers']],
  },
  'subscribers:write': {
    label: 'Add addresses to the newsletter, which their owners confirm',
    desks: ['people'],
    allows: [[['POST'], '/api/subscribers']],
  },
} as const satisfies Record<string, Scope>;

export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as ApiScope[];

const scopeOf = (name: string): Scope | undefined =>
  Object.hasOwn(API_SCOPES, name) ? API_SCOPES[name as ApiScope] : undefined;

/** Names of parameters tell nothing: `:id` and `:slug` are the same place. */
const placesOf = (route: string): string => route.replaceAll(/:[^/]+/g, ':');

const BELOW = '/**';

function covers(pattern: string, route: string): boolean {
  if (!pattern.endsWith(BELOW)) return placesOf(pattern) === placesOf(route);
  const base = pattern.slice(0, -BELOW.length);
  return route === base || route.startsWith(`${base}/`);
}

/**
 * Returns whether scopes allow a request. `route` is the route as it is registered, `/api/posts/:id`, so that no spelling of
 * a URL matters; undefined for a request that no route takes.
 */
export function scopesAllow(scopes: readonly string[], method: string, route: string | undefined): boolean {
  if (route === undefined) return false;
  return scopes.some((name) =>
    scopeOf(name)?.allows.some(([methods, pattern]) => methods.includes(method) && covers(pattern, route)),
  );
}

/** Returns the desks that scopes need. */
export const desksOfScopes = (scopes: readonly string[]): Desk[] =>
  DESKS.filter((desk) => scopes.some((name) => scopeOf(name)?.desks.includes(desk)));

const API_TOKEN = /^vidhi_[\w-]{43}$/;
export const API_TOKEN_PREFIX = 'vidhi_';
/** Returns whether a bearer token has the form of an API token: access tokens of people have another one. */
export const isApiToken = (token: string): boolean => API_TOKEN.test(token);

/** An API token as others than its holder see it. */
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  /** Its first characters, by which its holder finds it. */
  hint: Type.String(),
  /** Id of the administrator who created it. It ends with their being one. */
  created_by: Type.Integer(),
  created_at: Type.String(),
  expires_at: Type.String(),
  /** To the minute; null before its first use. */
  last_used_at: Type.Union([Type.String(), Type.Null()]),
});
export type ApiToken = Static<typeof ApiToken>;

export const ApiTokenList = Type.Object({ data: Type.Array(ApiToken) });
/** Response of `POST /api/tokens`, the only one with the token itself. */
export const NewApiToken = Type.Object({
  data: Type.Object({ ...ApiToken.properties, token: Type.String() }),
});

export const MAX_TOKEN_DAYS = 366;
export const CreateTokenBody = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 60, pattern: SHOWN_NAME }),
    scopes: Type.Array(Type.Enum([...API_SCOPE_NAMES]), {
      minItems: 1,
      maxItems: API_SCOPE_NAMES.length,
      uniqueItems: true,
    }),
    expires_in_days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS }),
  },
  { additionalProperties: false },
);
export type CreateTokenBody = Static<typeof CreateTokenBody>;

/** Body and response of accounts' `POST /internal/api-tokens/verify`: null for a token that is not valid now. */
export const VerifyApiTokenBody = Type.Object({ token: Type.String({ maxLength: 100 }) });
export const VerifyApiTokenResponse = Type.Object({
  token: Type.Union([
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      scopes: Type.Array(Type.String()),
      userId: Type.Integer(),
      tokenVersion: Type.Integer(),
    }),
    Type.Null(),
  ]),
});
export type VerifiedApiToken = Static<typeof VerifyApiTokenResponse>['token'];
