import { unavailable, validationError } from '@vidhi/contracts/errors.ts';

/**
 * Units of work per millisecond of one core of the machine on which the costs were calibrated (`npm run cost-search`).
 * `COST` is in these units.
 */
export const UNITS_PER_MS = 50_000;

/** Costs of the operations that queries consist of, in units of 20 ns. */
export const COST = {
  /** Testing one value, or one link of a relation. */
  value: 3,
  /** Reading one row of a bitmap or of an integer array. */
  row: 0.5,
  /** Adding one row of a list to a bitmap, or reading a document by its row. */
  document: 2,
  /** Cost of following one link to its document. */
  link: 8,
  /** Comparing a short text, without its characters. */
  text: 8,
  textCharacter: 0.25,
  /** Characters of a number that is compared as a text. */
  textOfNumber: 40,
  /** Reading a long text, without its bytes. */
  longText: 200,
  longTextByte: 0.2,
  /** One comparison of documents by several columns. */
  comparison: 10,
  /** Reading and comparing one sort key of a document. */
  sortKey: 4,
  /** Serializing one document, and each attribute of it that is not cached as bytes. */
  serialized: 100,
  attribute: 15,
  /** Writing one piece of a response, without its bytes. */
  piece: 8,
  writtenByte: 0.03,
} as const;

/** Limits of the cost of one query. Beyond `units` the response is 400: difference 10. */
export const COST_LIMITS = {
  units: 60 * UNITS_PER_MS,
  /**
   * CPU time of the thread in milliseconds, measured from about the first charge; beyond it the response is 503. Bounds
   * work that takes longer than its cost suggests, such as links to documents far apart in memory in a collection of
   * 100,000. CPU time, so that other load of the machine does not abort queries.
   */
  deadlineMs: 90,
};

/** Units between two reads of the clock. */
const UNITS_PER_CLOCK_READ = UNITS_PER_MS;

/** Returns the 400 of a query beyond its limits. */
export const overBudget = (what: string): Error => validationError(`The query costs too much: ${what}`);

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export interface QueryCostOptions {
  /** A limit in units that is lower than `COST_LIMITS.units`. */
  readonly limit?: number;
  /** Creates the error to throw beyond that limit; the 400 of `overBudget` by default. */
  readonly beyond?: (what: string) => Error;
  /** Returns CPU time in milliseconds. */
  readonly clock?: () => number;
}

/** The cost of one query. Each step is charged before it is done, so that no step beyond the limit is started. */
export class QueryCost {
  /** Units charged so far. */
  spent = 0;
  readonly #limit: number;
  readonly #beyond: (what: string) => Error;
  readonly #clock: () => number;
  /** Set when the clock is first read; cheap queries never read it. */
  #deadline = 0;
  #nextCheck = UNITS_PER_CLOCK_READ;

  constructor({ limit = COST_LIMITS.units, beyond = overBudget, clock = threadMs }: QueryCostOptions = {}) {
    this.#limit = Math.min(limit, COST_LIMITS.units);
    this.#beyond = beyond;
    this.#clock = clock;
    this.#nextCheck = Math.min(UNITS_PER_CLOCK_READ, this.#limit);
  }

  /** Charges work that is about to be done. Throws 400 beyond the limit, naming it, and 503 after the deadline. */
  charge(units: number, what: string): void {
    this.spent += units;
    if (this.spent > this.#nextCheck) this.#check(what);
  }

  /** Throws 400 when work that is expected later would exceed the limit. Charges nothing. */
  expect(units: number, what: string): void {
    const total = this.spent + units;
    if (total > COST_LIMITS.units) throw overBudget(what);
    if (total > this.#limit) throw this.#beyond(what);
  }

  #check(what: string): void {
    this.expect(0, what);
    const now = this.#clock();
    if (this.#deadline === 0) this.#deadline = now + COST_LIMITS.deadlineMs;
    else if (now > this.#deadline) throw unavailable(1);
    this.#nextCheck = Math.min(this.spent + UNITS_PER_CLOCK_READ, this.#limit);
  }
}
