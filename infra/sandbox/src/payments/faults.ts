import { Type, type Static } from 'typebox';
import { createFaultList, type FaultList } from '../fault-list.ts';

export const FAULT_KINDS = ['status', 'drop', 'drop-after', 'delay'] as const;

/** A failure of the next API calls that match, on demand. */
export const ApiFault = Type.Object(
  {
    /** `POST /v1/orders`, or `*` for every call; ids are written as `:id`. */
    call: Type.String({ default: '*' }),
    /**
     * `status`: responds with `code` and does nothing. `drop`: closes the connection and does nothing. `drop-after`:
     * executes the call and closes the connection without a response. `delay`: responds after `ms`.
     */
    kind: Type.Enum([...FAULT_KINDS]),
    times: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    code: Type.Integer({ minimum: 400, maximum: 599, default: 503 }),
    ms: Type.Integer({ minimum: 0, maximum: 600_000, default: 6_000 }),
  },
  { additionalProperties: false },
);
export type ApiFault = Static<typeof ApiFault>;

/** Taken by the name of a call. */
export type ApiFaults = FaultList<ApiFault, string>;

export const createApiFaults = (): ApiFaults =>
  createFaultList(({ call }, called) => call === '*' || call === called);
