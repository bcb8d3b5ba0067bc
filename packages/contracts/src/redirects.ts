import { Type, type Static } from 'typebox';
import { pageParameters, pageSchema } from './paging.ts';
import { nullable } from './nullable.ts';

/** Moved for good, for now, and gone. */
export const REDIRECT_CODES = ['301', '302', '410'] as const;
export type RedirectCode = (typeof REDIRECT_CODES)[number];

const MAX_PATH = 500;
const MAX_TARGET = 1_000;
/** Control characters, separators of lines, and what some browsers read as a slash. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;
const NOWHERE = 'https://site.invalid';

function decodedSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment).normalize('NFC');
    return text === '' || text === '.' || text === '..' || text.includes('/') || UNFIT.test(text)
      ? null
      : text;
  } catch {
    return null;
  }
}

/**
 * Returns a path in the one form in which redirects are compared: decoded, without the slash at its end. Null for what is none,
 * and for the front page.
 */
export function redirectPath(text: string): string | null {
  const path = text.trim();
  if (!path.startsWith('/') || path.length > MAX_PATH * 9 || /[?#]/.test(path) || UNFIT.test(path))
    return null;
  const segments = path.slice(1).replace(/\/$/, '').split('/').map(decodedSegment);
  const result = `/${segments.join('/')}`;
  return segments.includes(null) || result.length > MAX_PATH ? null : result;
}

/** Returns the path of a target below this site; null for one that leads elsewhere. */
function ownTarget({ pathname, search, hash }: URL): string | null {
  const isFit = pathname === '/' || redirectPath(pathname) !== null;
  return isFit ? `${pathname}${search}${hash}` : null;
}

/**
 * Returns a target as it is stored and sent: a path of this site, or an absolute http or https URL. Null for everything else.
 * @param publicUrl that of the site: its own URLs become paths
 */
export function redirectTarget(text: string, publicUrl: string): string | null {
  const target = text.trim();
  if (target === '' || target.length > MAX_TARGET || /\s/u.test(target) || UNFIT.test(target)) return null;
  const isPath = target.startsWith('/');
  if (target.startsWith('//') || (!isPath && !/^https?:\/\/[^/]/i.test(target))) return null;
  if (!URL.canParse(target, NOWHERE)) return null;
  const url = new URL(target, NOWHERE);
  if (url.username !== '' || url.password !== '' || url.href.length > MAX_TARGET * 3) return null;
  if (isPath) return url.origin === NOWHERE ? ownTarget(url) : null;
  // With either scheme: http of a site with https leads to https.
  return url.hostname === new URL(publicUrl).hostname ? ownTarget(url) : url.href;
}

/**
 * Obstacles of a redirect. `page`: a page has the address, which is shown instead. `reserved`: another part of the
 * site responds there. `loop`: it leads back to itself, and is not in effect.
 */
export const REDIRECT_NOTES = ['page', 'reserved', 'loop'] as const;
export type RedirectNote = (typeof REDIRECT_NOTES)[number];

export const RedirectRow = Type.Object({
  id: Type.Integer(),
  from: Type.String(),
  to: nullable(Type.String()),
  code: Type.Enum([...REDIRECT_CODES]),
  note: nullable(Type.Enum([...REDIRECT_NOTES])),
  /** The end of further redirects, to which it leads at once; null where there are none. */
  final: nullable(Type.String()),
  updated_at: Type.String(),
});
export type RedirectRow = Static<typeof RedirectRow>;

export const REDIRECT_SORTS = ['from', '-from', 'to', '-to', 'updated', '-updated'] as const;
export const RedirectQuery = Type.Object(
  {
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of an address' })),
    code: Type.Optional(Type.Enum([...REDIRECT_CODES])),
    note: Type.Optional(Type.Enum(['any', ...REDIRECT_NOTES])),
    sort: Type.Optional(Type.Enum([...REDIRECT_SORTS], { default: 'from' })),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type RedirectQuery = Static<typeof RedirectQuery>;
export const RedirectPage = pageSchema(RedirectRow);
export type RedirectPage = Static<typeof RedirectPage>;
export const RedirectResponse = Type.Object({ data: RedirectRow });

const From = Type.String({ maxLength: MAX_PATH * 9, description: 'A path of this site' });
const To = nullable(
  Type.String({ maxLength: MAX_TARGET, description: 'A path, or an http or https URL; null with 410' }),
);
/** Null is 301. */
const Code = nullable(Type.Enum([...REDIRECT_CODES]));
export const CreateRedirectBody = Type.Object(
  { from: From, to: Type.Optional(To), code: Type.Optional(Code) },
  { additionalProperties: false },
);
export type CreateRedirectBody = Static<typeof CreateRedirectBody>;
export const UpdateRedirectBody = Type.Object(
  { from: Type.Optional(From), to: Type.Optional(To), code: Type.Optional(Code) },
  { additionalProperties: false },
);
export type UpdateRedirectBody = Static<typeof UpdateRedirectBody>;

export const MAX_REDIRECT_ROWS = 1_000;
export const ImportRedirectsBody = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 700_000,
      description: 'Columns from, to and code, with or without a line of their names',
    }),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ImportRedirectsBody = Static<typeof ImportRedirectsBody>;
export const ImportRedirectsResponse = Type.Object({
  data: Type.Object({
    added: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    /** Rows that were left out, by their number in the file. */
    failed: Type.Array(Type.Object({ row: Type.Integer(), from: Type.String(), message: Type.String() })),
  }),
});
export type ImportRedirectsResult = Static<typeof ImportRedirectsResponse>['data'];

/** The end of a path: response of `GET /api/redirects/lookup`; null for a path without redirect. */
export const FoundRedirect = Type.Object({
  data: nullable(Type.Object({ status: Type.Enum([301, 302, 410]), location: nullable(Type.String()) })),
});
export type FoundRedirect = NonNullable<Static<typeof FoundRedirect>['data']>;
