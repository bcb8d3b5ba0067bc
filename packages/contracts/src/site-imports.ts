import { Type, type Static } from 'typebox';

/** Largest part of an archive in one request; the gateway takes bodies of a megabyte. */
export const MAX_IMPORT_PART_BYTES = 1_000_000;

/** `check` reports what an import would do, and changes nothing. */
export const ImportKind = Type.Enum(['check', 'import']);
export type ImportKind = Static<typeof ImportKind>;

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const ImportRun = Type.Object({
  kind: ImportKind,
  /** `interrupted`: the process ended before the import did, which can be started again. */
  state: Type.Enum(['running', 'done', 'failed', 'interrupted']),
  started_at: Type.String(),
  finished_at: Nullable(Type.String()),
  /** Share that is done, from 0 to 1, and what is being done. */
  share: Type.Number(),
  note: Type.String(),
  /** As `npm run import` prints it; null until the end. */
  report: Nullable(Type.String()),
  error: Nullable(Type.String()),
});
export type ImportRun = Static<typeof ImportRun>;

/** The import of an archive of a Strapi site: the one archive that is there, and the last run. */
export const SiteImport = Type.Object({
  /** Whether this site can import by itself: not where its services run in containers of their own. */
  is_available: Type.Boolean(),
  /** Largest archive. */
  limit_bytes: Type.Integer(),
  archive: Nullable(
    Type.Object({ name: Type.String(), bytes: Type.Integer(), received_bytes: Type.Integer() }),
  ),
  run: Nullable(ImportRun),
});
export type SiteImport = Static<typeof SiteImport>;

export const ImportArchiveBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f/\\\\]+$' }),
    bytes: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type ImportArchiveBody = Static<typeof ImportArchiveBody>;

export const ImportRunBody = Type.Object(
  {
    kind: ImportKind,
    /** Whether the demo site is deleted for this one; another site never is. */
    replaces_demo: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ImportRunBody = Static<typeof ImportRunBody>;
