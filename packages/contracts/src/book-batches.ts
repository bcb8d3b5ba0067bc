import { Type, type Static, type TSchema } from 'typebox';
import { nullable } from './nullable.ts';
import {
  BATCH_LISTS,
  BATCH_VALUES,
  MAX_BATCH_ROWS,
  MAX_ROWS_PER_REQUEST,
  type BatchRow as BookRow,
} from './book-import.ts';

/** Changes of many books at once: an import of a file, or new prices. */
export const BOOK_BATCH_KINDS = ['import', 'prices'] as const;
/** Changes of many documents at once: those of books, and an import of profiles. */
export const BATCH_KINDS = [...BOOK_BATCH_KINDS, 'profiles'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

const Value = nullable(Type.Union([Type.String({ maxLength: 20_000 }), Type.Number(), Type.Boolean()]));
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }), { maxItems: 50 });

/** Returns optional properties of one schema. */
export const each = <Schema extends TSchema>(names: readonly string[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)]));
const BookValues = Type.Object(
  { ...each(BATCH_VALUES, Value), ...each(BATCH_LISTS, Names) },
  { additionalProperties: false },
);
/** Returns the schema of a row with values of this one. */
export const batchRow = (values: TSchema) =>
  Type.Object(
    {
      row: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Number of the row in its file' }),
      id: nullable(Type.Integer({ minimum: 1, description: 'Id of the document; null for a new one' })),
      before: values,
      values,
    },
    { additionalProperties: false },
  );
const BatchRow = batchRow(BookValues);

/** Returns the schema of a body that begins a batch of one of these kinds. */
export const batchBody = <const Kind extends BatchKind, More extends Record<string, TSchema>>(
  kinds: readonly Kind[],
  more: More,
) =>
  Type.Object(
    {
      data: Type.Object(
        {
          key: Type.String({ pattern: '^[\\w-]{16,64}$' }),
          kind: Type.Enum([...kinds]),
          label: Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Name of the file, or of the change',
          }),
          total: Type.Integer({ minimum: 1, maximum: MAX_BATCH_ROWS }),
          ...more,
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  );

/** Body of `POST /api/book-batches`. The same key again is the same batch. */
export const BatchBody = batchBody(BOOK_BATCH_KINDS, {});
/** Body that begins a batch of any kind. */
export interface BatchBody {
  data: { key: string; kind: BatchKind; label: string; total: number; invites?: boolean };
}

/** Returns the schema of a body with rows of a batch. */
export const batchRowsBody = (row: TSchema) =>
  Type.Object(
    { data: Type.Array(row, { minItems: 1, maxItems: MAX_ROWS_PER_REQUEST }) },
    { additionalProperties: false },
  );

/** Body of `POST /api/book-batches/{key}/rows`. A row that was written is not written again. */
export const BatchRowsBody = batchRowsBody(BatchRow);
export interface BatchRowsBody<Row = BookRow> {
  data: Row[];
}

/** `interrupted`: it is unknown whether the row was written. `left`: not undone, as the document was changed since. */
export const ROW_STATES = ['created', 'changed', 'failed', 'interrupted', 'undone', 'left'] as const;
export type RowState = (typeof ROW_STATES)[number];

export const RowResult = Type.Object({
  row: Type.Integer(),
  /** Id of the document; null where there is none. */
  id: nullable(Type.Integer()),
  title: Type.String(),
  state: Type.Enum([...ROW_STATES]),
  /** Why the row failed or was left, or why nobody was invited; null otherwise. */
  message: nullable(Type.String()),
});
export type RowResult = Static<typeof RowResult>;

export const BatchSummary = Type.Object({
  key: Type.String(),
  kind: Type.Enum([...BATCH_KINDS]),
  label: Type.String(),
  total: Type.Integer(),
  at: Type.String(),
  /** Account that began it. */
  by: nullable(Type.Integer()),
  /** Rows by state. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Until when it can be undone. */
  undo_until: Type.String(),
  /** Whether an undo was begun. No further row is written then. */
  is_undone: Type.Boolean(),
});
export type BatchSummary = Static<typeof BatchSummary>;

export const BatchListResponse = Type.Object({ data: Type.Array(BatchSummary) });
/** A batch, with the rows that the call concerns. */
export const BatchResponse = Type.Object({
  data: Type.Object({
    ...BatchSummary.properties,
    rows: Type.Array(RowResult),
    /** Rows that further calls undo. */
    left: Type.Integer(),
  }),
});
export type BatchResponse = Static<typeof BatchResponse>;
