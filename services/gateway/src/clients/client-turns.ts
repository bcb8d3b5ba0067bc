/**
 * Starts a few requests of each client in one turn of the event loop, and the others in the turns after it. Those of one client
 * with hundreds of connections would all be started before the first of another client is even read.
 */
export interface ClientTurns {
  start(key: string, task: () => void): void;
}

interface Turn {
  started: number;
  waiting: (() => void)[];
}

/** @param perTurn requests of each client in one turn; 0 is no limit */
export function createClientTurns(perTurn: number): ClientTurns {
  if (perTurn === 0) return { start: (_key, task) => task() };
  const ofKeys = new Map<string, Turn>();
  let isScheduled = false;

  function begin(): void {
    isScheduled = false;
    for (const [key, turn] of ofKeys) {
      const tasks = turn.waiting.splice(0, perTurn);
      turn.started = tasks.length;
      if (tasks.length === 0) ofKeys.delete(key);
      for (const task of tasks) task();
    }
    schedule();
  }

  function schedule(): void {
    if (isScheduled || ofKeys.size === 0) return;
    isScheduled = true;
    setImmediate(begin);
  }

  return {
    start(key, task) {
      const turn = ofKeys.get(key) ?? { started: 0, waiting: [] };
      ofKeys.set(key, turn);
      schedule();
      if (turn.started >= perTurn || turn.waiting.length > 0) {
        turn.waiting.push(task);
        return;
      }
      turn.started += 1;
      task();
    },
  };
}
