import { Type, type Static } from 'typebox';

const Day = Type.Object({ date: Type.String(), seed: Type.String() });
/** Response of `GET /api/{lawyers,firms}/neutral-order`: the order of a day, with the seeds of the next days. */
export const NeutralOrderResponse = Type.Object({
  data: Type.Object({
    date: Type.String(),
    timeZone: Type.String(),
    algorithm: Type.String(),
    seed: Type.String(),
    next: Type.Array(Day),
    ids: Type.Array(Type.Integer()),
  }),
  meta: Type.Object({}),
});
export type NeutralOrderResponse = Static<typeof NeutralOrderResponse>;
