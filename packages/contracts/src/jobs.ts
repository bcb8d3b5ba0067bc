import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { pageParameters, pageSchema } from './paging.ts';

/**
 * States of a job. `cancelling` and `undoing` last until the worker has come to it. A cancelled job has done a part of its rows,
 * which stays done.
 */
export const JOB_STATES = ['running', 'cancelling', 'cancelled', 'finished', 'undoing', 'undone'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `unchanged`: the row was as wanted already. `left`: not undone, as somebody has changed it since. */
export const JOB_ROW_STATES = ['done', 'unchanged', 'failed', 'undone', 'left'] as const;
export type JobRowState = (typeof JOB_ROW_STATES)[number];

/** Documents that a job changes at most, those included that follow from the named ones, such as the articles of a merged tag. */
export const MAX_JOB_ROWS = 10_000;
/** Rows that a body names by id; more are named by the query of their list. */
export const MAX_JOB_IDS = 500;
/** Hours in which a job can be undone. */
export const JOB_UNDO_HOURS = 24;

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An action, and the rows that it is for. */
const Selection = {
  collection: Type.String({ maxLength: 60, description: 'Plural name of the collection: `posts`' }),
  action: Type.String({ maxLength: 40 }),
  params: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.Unknown())),
  ids: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: MAX_JOB_IDS, description: 'One of `ids` and `query`' }),
  ),
  query: Type.Optional(
    Type.String({
      maxLength: 8_000,
      description: 'Query of the list whose documents, on all its pages, are the rows of the job',
    }),
  ),
};

/** Body of `POST /api/news-jobs` and `POST /api/catalog-jobs`. The same key again is the same job. */
export const JobBody = Type.Object(
  {
    data: Type.Object(
      { key: Type.String({ pattern: '^[\\w-]{16,64}$' }), ...Selection },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type JobBody = Static<typeof JobBody>;

/** Body of `POST …/preview`. */
export const JobPreviewBody = Type.Object(
  { data: Type.Object(Selection, { additionalProperties: false }) },
  { additionalProperties: false },
);
export type JobPreviewBody = Static<typeof JobPreviewBody>;

const Count = Type.Integer({ minimum: 0 });
export const JobCounts = Type.Object({
  done: Count,
  unchanged: Count,
  failed: Count,
  undone: Count,
  left: Count,
});
export type JobCounts = Static<typeof JobCounts>;

export const Job = Type.Object({
  key: Type.String(),
  collection: Type.String(),
  action: Type.String(),
  label: Type.String({ description: 'The action in words, such as `Add the tag Bail`' }),
  state: Type.Enum([...JOB_STATES]),
  total: Count,
  counts: JobCounts,
  at: Type.String(),
  by: nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** Until when it can be undone; null where nothing is left to undo. */
  undo_until: nullable(Type.String()),
});
export type Job = Static<typeof Job>;

export const JobRow = Type.Object({
  row: Type.Integer(),
  collection: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  state: Type.Enum([...JOB_ROW_STATES]),
  /** Why it failed or was left; null otherwise. */
  message: nullable(Type.String()),
});
export type JobRow = Static<typeof JobRow>;

export const JobParams = Type.Object({ key: Type.String({ pattern: '^[\\w-]{16,64}$' }) });
export type JobParams = Static<typeof JobParams>;
export const JobFailure = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});
/** The documents that a job would concern, by the plural names of their collections. */
export const JobPreview = Type.Object({
  label: Type.String(),
  total: Count,
  rows: Type.Record(Type.String(), Count),
});
export type JobPreview = Static<typeof JobPreview>;
export const JobPreviewResponse = Type.Object({ data: JobPreview });

export const JobResponse = Type.Object({ data: Job });
export const JobListResponse = Type.Object({ data: Type.Array(Job) });

export const JobRowsQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...JOB_ROW_STATES])),
    ...pageParameters,
  },
  { additionalProperties: false },
);
export type JobRowsQuery = Static<typeof JobRowsQuery>;
export const JobRowsResponse = pageSchema(JobRow);
