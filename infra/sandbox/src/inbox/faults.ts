import { Type, type Static } from 'typebox';
import { createFaultList, type FaultList } from '../fault-list.ts';

/** A failure that the SMTP server shows to the next mails, on demand. */
export const Fault = Type.Object(
  {
    /**
     * `reject`: responds with `code` and stores nothing. `delay`: stores the mail and responds after `ms`. `drop`: stores
     * the mail and closes the connection without a response, so that the sender does not know that it was accepted.
     */
    kind: Type.Enum(['reject', 'delay', 'drop']),
    /** Mails that it applies to. */
    times: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
    /** Applies only to mails to this address. */
    to: Type.Optional(Type.String()),
    /** SMTP status of `reject`: 4xx makes the sender retry, 5xx does not. */
    code: Type.Integer({ minimum: 400, maximum: 599, default: 451 }),
    /** Duration of `delay`. */
    ms: Type.Integer({ minimum: 0, maximum: 600_000, default: 1_000 }),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof Fault>;

/** Taken by the addresses of a mail. */
export type Faults = FaultList<Fault, readonly string[]>;

export const createFaults = (): Faults =>
  createFaultList(
    ({ to }, addresses) =>
      to === undefined || addresses.some((address) => address.toLowerCase() === to.toLowerCase()),
  );
