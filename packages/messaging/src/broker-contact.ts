/** Responses of a broker over time, and whether a follower may lack events because of a silence between them. */
export interface BrokerContact {
  /** Records a response. */
  record(): void;
  /** Time of the last response, in milliseconds since the Unix epoch; 0 before the first. */
  lastAt(): number;
  /** Milliseconds since the last response, or since the start. */
  silentMs(): number;
  /** Returns the time since which events may be missing, in milliseconds since the Unix epoch; null while none are. */
  staleSince(): number | null;
}

/** A longer silence is an outage. An idle fetch returns every second. */
const OUTAGE_MS = 5_000;
/**
 * Time after an outage in which events may still be missing: the consumer joins its group again, and the producers
 * publish what their outboxes collected. Their retries wait 5 s at most, and a request that was hung takes 10 s to time
 * out.
 */
const RECOVERY_MS = 15_000;

export function createBrokerContact(now: () => number = Date.now): BrokerContact {
  const startedAt = now();
  let contactAt = 0;
  let outage: { beganAt: number; endedAt: number } | null = null;

  const lastAt = (): number => Math.max(startedAt, contactAt);
  /** Start of an outage whose silence began at `silentSince`: that of the one before, if it was not over. */
  const outageStart = (silentSince: number): number =>
    outage !== null && silentSince - outage.endedAt < RECOVERY_MS ? outage.beganAt : silentSince;

  return {
    record() {
      const at = now();
      if (at - lastAt() > OUTAGE_MS) outage = { beganAt: outageStart(lastAt()), endedAt: at };
      contactAt = at;
    },
    lastAt: () => contactAt,
    silentMs: () => now() - lastAt(),
    staleSince() {
      if (now() - lastAt() > OUTAGE_MS) return outageStart(lastAt());
      return outage !== null && now() - outage.endedAt < RECOVERY_MS ? outage.beganAt : null;
    },
  };
}
