import type { EvidenceReader } from './read-evidence.ts';
import type { Violation } from './evidence.ts';

/** Entry in the log of a journey, by the clock of this process. */
export interface JourneyEvent {
  at: Date;
  text: string;
}

/** A client that buys or registers, and continues in spite of faults. */
export interface Journey {
  name: string;
  events: JourneyEvent[];
  /** Does every step, repeating unanswered requests. Resolves with what stopped it, or null; never rejects. */
  run(): Promise<string | null>;
  /** Returns the violations of the expected final state. Rejects while something cannot be read. */
  check(reader: EvidenceReader): Promise<Violation[]>;
  /** Events from the databases and the provider. */
  readHistory(reader: EvidenceReader): Promise<JourneyEvent[]>;
}

/** A list of events; of equal ones in a row, the first and the last stay. */
export function createJournal(): { events: JourneyEvent[]; note: (text: string) => void } {
  const events: JourneyEvent[] = [];
  return {
    events,
    note(text) {
      if (events.at(-1)?.text === text && events.at(-2)?.text === text) events.pop();
      events.push({ at: new Date(), text });
    },
  };
}
