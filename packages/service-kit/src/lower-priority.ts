import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const RETRY_MS = 150;
const MAX_RETRIES = 10;

/** Returns the ids of a process's threads; outside Linux only that of the process. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** Until no thread is new: one that has its former niceness may start another meanwhile, which inherits that. */
function lowerThreads(pid: number, niceness: number): void {
  const lowered = new Set<number>();
  for (let added = threadsOf(pid); added.length > 0; added = threadsOf(pid).filter((id) => !lowered.has(id)))
    for (const thread of added) {
      lowered.add(thread);
      try {
        setPriority(thread, niceness);
      } catch {
        // The thread has ended, or its niceness is above this one.
      }
    }
}

function leadsSession(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces; the session is the fourth field after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === pid;
  } catch {
    return false;
  }
}

function lowerAutogroup(pid: number, niceness: number, retries: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // Without privileges, the kernel accepts one change of all processes in a tenth of a second.
    const isRateLimited = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (isRateLimited && retries > 0)
      setTimeout(() => lowerAutogroup(pid, niceness, retries - 1), RETRY_MS).unref();
  }
}

/**
 * Lowers the scheduling priority of all threads of a child process to a niceness of 1 to 19. Start the child with
 * `detached: true`: by default Linux shares the processor between sessions (autogroups), and the niceness of a thread
 * counts only against threads of its own session. So the child gets a session, whose niceness is set too. Does nothing
 * when the process has ended or the system does not permit it.
 */
export function lowerPriority(pid: number, niceness: number): void {
  lowerThreads(pid, niceness);
  // In the session of its parent, the parent would have to wait, too.
  if (leadsSession(pid)) lowerAutogroup(pid, niceness, MAX_RETRIES);
}
