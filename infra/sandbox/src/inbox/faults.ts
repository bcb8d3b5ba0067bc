import { Type, type Static } from 'typebox';

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
    /** Of `reject`: 4xx asks the sender to try again, 5xx not to. */
    code: Type.Integer({ minimum: 400, maximum: 599, default: 451 }),
    /** Of `delay`. */
    ms: Type.Integer({ minimum: 0, maximum: 600_000, default: 1_000 }),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof Fault>;

/** Faults in the order in which they were added; each applies to its number of mails. */
export interface Faults {
  add(fault: Fault): void;
  /** The first fault that applies to a mail to these addresses; counts it. */
  take(to: readonly string[]): Fault | null;
  list(): Fault[];
  clear(): void;
}

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => void faults.push({ ...fault }),
    take(to) {
      const fault = faults.find(
        (candidate) =>
          candidate.to === undefined ||
          to.some((address) => address.toLowerCase() === candidate.to?.toLowerCase()),
      );
      if (fault === undefined) return null;
      fault.times -= 1;
      if (fault.times <= 0) faults = faults.filter((other) => other !== fault);
      return fault;
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear: () => void (faults = []),
  };
}
