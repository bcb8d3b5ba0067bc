/** An event of a Chromium trace; times are microseconds. */
export interface TraceEvent {
  /** `X`: an event with a duration. */
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time of the thread between the beginning and the end of the event. */
  tdur?: number;
}

interface Task {
  ts: number;
  end: number;
  /** Processor time as a share of the duration. */
  share: number;
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

/**
 * Returns the events with the duration that each task would have had on a thread that never waits for a processor: its
 * processor time. What happens during a task moves with it; tasks begin when they did. On a machine with few processors,
 * whose browser has more threads than that, a task lasts two to four times its processor time.
 */
export function inThreadTime<Event extends TraceEvent>(events: readonly Event[]): Event[] {
  const tasks = new Map<string, Task>();
  // Of events that begin at once, the longest contains the others.
  const sorted = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return sorted.map((event) => {
    const { ph, ts, dur, tdur } = event;
    const task = tasks.get(threadOf(event));
    if (task !== undefined && ts < task.end) {
      const moved = { ...event, ts: task.ts + (ts - task.ts) * task.share };
      return dur === undefined ? moved : { ...moved, dur: dur * task.share };
    }
    if (ph !== 'X' || dur === undefined || dur === 0 || tdur === undefined) return event;
    const share = Math.min(1, tdur / dur);
    tasks.set(threadOf(event), { ts, end: ts + dur, share });
    return { ...event, dur: dur * share };
  });
}
