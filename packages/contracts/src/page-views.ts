import { Type, type Static } from 'typebox';

/** Days for which pages, referrers, sources and searches are stored one by one; older days have their sums only. */
export const DETAIL_DAYS = 30;
/** Longest period of one summary. */
export const MAX_SUMMARY_DAYS = 400;
/** Rows of each list of a summary; the others are summed up. */
export const MAX_SUMMARY_ROWS = 100;

const PageView = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 2_000, description: 'Path of the page, without its query' }),
    arrival: Type.Optional(
      Type.Object(
        {
          referrer: Type.String({
            maxLength: 300,
            description: 'Host of the page before; empty where unknown',
          }),
          source: Type.Optional(Type.String({ maxLength: 200, description: 'utm_source of the address' })),
        },
        {
          additionalProperties: false,
          description: 'Present where the reader came from elsewhere, not from a page of the site',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
const SearchView = Type.Object(
  {
    search: Type.String({ minLength: 1, maxLength: 500, description: 'What was searched for' }),
    is_empty: Type.Boolean({ description: 'Whether nothing was found' }),
  },
  { additionalProperties: false },
);

/** Body of `POST /api/page-views`: a page that was shown, or a search on it. */
export const PageViewBody = Type.Object(
  { data: Type.Union([PageView, SearchView]) },
  { additionalProperties: false },
);
export type PageViewBody = Static<typeof PageViewBody>;

const Day = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' });

/** Query of `GET /api/page-views/summary`: days in India, both included. */
export const PageViewQuery = Type.Object({ from: Day, to: Day }, { additionalProperties: false });
export type PageViewQuery = Static<typeof PageViewQuery>;

const OfDay = {
  pages: Type.Integer(),
  /** Pages to which a reader came from elsewhere. */
  arrivals: Type.Integer(),
  searches: Type.Integer(),
  empty_searches: Type.Integer(),
};
const Counted = Type.Object({
  rows: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
  /** Sum of all that is not listed. */
  other: Type.Integer(),
});
export type CountedNames = Static<typeof Counted>;

export const PageViewSummaryResponse = Type.Object({
  data: Type.Object({
    from: Day,
    to: Day,
    /** First day of which the lists below have anything. */
    detail_from: Day,
    total: Type.Object(OfDay),
    /** Every day of the period, the first one first. */
    days: Type.Array(Type.Object({ day: Day, ...OfDay })),
    pages: Counted,
    referrers: Counted,
    sources: Counted,
    searches: Counted,
    empty_searches: Counted,
  }),
});
export type PageViewSummaryResponse = Static<typeof PageViewSummaryResponse>;
export type PageViewSummary = PageViewSummaryResponse['data'];
