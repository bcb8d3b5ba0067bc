import { readFileSync } from 'node:fs';

const SAMPLE_MS = 1_000;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** Columns of the first line of /proc/stat that are no work: idle and waiting for I/O. */
const IDLE_COLUMNS = new Set([3, 4]);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Clock ticks in which the machine's processors worked, since it started. */
function busyTicks(): number {
  const [, ...columns] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number);
  // The last two columns, of guests, are part of the first two.
  return sum(columns.slice(0, 8).filter((_, index) => !IDLE_COLUMNS.has(index)));
}

/** Clock ticks that a process has used, or null when it is over. */
function ticksOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return (fields[USER_TIME] ?? 0) + (fields[SYSTEM_TIME] ?? 0);
  } catch {
    return null;
  }
}

/** Measures how much of the work of this machine's processors is that of one process. `stop` gives a share from 0 to 1. */
export function watchGenerator(pid: number): { stop(): number } {
  const before = busyTicks();
  let own = 0;
  let busy = 0;
  const sample = (): void => {
    const ticks = ticksOf(pid);
    if (ticks === null) return;
    own = ticks;
    busy = busyTicks() - before;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return busy === 0 ? 0 : own / busy;
    },
  };
}
