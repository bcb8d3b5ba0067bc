import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {boolean | 'refused'} ProbeResult whether the process responded; `refused` when it accepts no connections
 * @typedef {{ probe: () => Promise<ProbeResult>, hungAfterMs: number, probeEveryMs?: number, sparesBusy?: boolean }} Heartbeat `probe` times out by itself after PROBE_TIMEOUT_MS; `probeEveryMs` is the interval while the process responds, PROBE_EVERY_MS by default; with `sparesBusy`, time in which the process uses CPU does not count as hung.
 * @typedef {{ ranMs: number, waitedMs: number, isBlockedOnDisk: boolean }} Scheduling the total times that its threads have run and have waited for a CPU, and whether its main thread waits for the disk
 */

export const PROBE_TIMEOUT_MS = 2_000;
/** Interval of probes: by default, and always after a missed one. */
const PROBE_EVERY_MS = 1_000;
/** Delay of a timer beyond which this process itself counts as blocked, instead of the watched one. */
const MAX_LATENESS_MS = 500;
const NANOSECONDS_PER_MS = 1_000_000;

export const SERVICE_HEARTBEAT = { hungAfterMs: 3_500 };
/**
 * A process without a listening socket is closing: it finishes its requests and ends itself, after 20 s at
 * the latest (`runService`). The connections of a process that hangs are accepted by the kernel.
 */
const CLOSED_WITHIN_MS = 30_000;
/**
 * Longer than a full garbage collection or a suspension of 20 s, as a restart takes longer. An engine that
 * uses CPU has a long queue, like the MongoDB stand-in during an import, and a restart would lengthen it. A probe
 * opens a connection, so that an engine is probed less often than a service while it responds.
 */
export const ENGINE_HEARTBEAT = { hungAfterMs: 28_000, probeEveryMs: 5_000, sparesBusy: true };

/**
 * Probes a process until the signal is aborted (undefined) or it is hung: it has not responded for `hungAfterMs` of
 * time in which it could have, or for CLOSED_WITHIN_MS while it refuses connections. Time does not count while its
 * threads wait for a processor, while its main thread waits for the disk, or while this process is late itself, so
 * nothing is killed because the machine is overloaded. Without /proc those cannot be distinguished, and no process is
 * considered hung.
 * @param {Heartbeat & {
 *   pid: number, signal: AbortSignal, now?: () => number, sleep?: (ms: number) => Promise<unknown>,
 *   schedulingOf?: (pid: number) => Scheduling | undefined,
 * }} options
 * @returns {Promise<number | undefined>} the milliseconds since its last response
 */
export async function watchHeartbeat(options) {
  const { probe, hungAfterMs, probeEveryMs = PROBE_EVERY_MS, sparesBusy = false, pid, signal } = options;
  const { schedulingOf = readScheduling } = options;
  const { now = () => performance.now(), sleep = (ms) => delay(ms, undefined, { signal, ref: false }) } =
    options;
  let respondedAt = now();
  let countedMs = 0;
  /** @type {(Scheduling & { at: number }) | undefined} set by the first probe that is missed */
  let since;
  while (!signal.aborted) {
    const began = now();
    const result = await probe();
    const responded = result === true;
    const took = now() - began;
    if (signal.aborted) return undefined;
    if (responded) {
      respondedAt = now();
      countedMs = 0;
      since = undefined;
    } else {
      const scheduling = schedulingOf(pid);
      if (scheduling === undefined) return undefined;
      const isLate = took > PROBE_TIMEOUT_MS + MAX_LATENESS_MS;
      if (since !== undefined && !isLate && !scheduling.isBlockedOnDisk) {
        // The sums decrease when a thread has ended.
        const waitedMs = Math.max(0, scheduling.waitedMs - since.waitedMs);
        const ranMs = sparesBusy ? Math.max(0, scheduling.ranMs - since.ranMs) : 0;
        countedMs += Math.max(0, now() - since.at - waitedMs - ranMs);
      }
      since = { ...scheduling, at: now() };
      if (countedMs >= (result === 'refused' ? CLOSED_WITHIN_MS : hungAfterMs)) return now() - respondedAt;
    }
    const pause = responded ? probeEveryMs : Math.max(0, PROBE_EVERY_MS - took);
    const paused = now();
    await sleep(pause).catch(() => undefined);
    // Ignore time in which this process was suspended.
    if (now() - paused > pause + MAX_LATENESS_MS) since = undefined;
  }
  return undefined;
}

/**
 * Scheduling statistics of a process's threads; undefined when the process has ended or there is no /proc.
 * @param {number} pid
 * @returns {Scheduling | undefined}
 */
export function readScheduling(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const threads = readdirSync(`/proc/${pid}/task`).map((task) =>
      readThread(`/proc/${pid}/task/${task}/schedstat`),
    );
    return {
      ranMs: threads.reduce((sum, { ranMs }) => sum + ranMs, 0),
      waitedMs: threads.reduce((sum, { waitedMs }) => sum + waitedMs, 0),
      isBlockedOnDisk: /^\d+ \(.*\) D /s.test(stat),
    };
  } catch {
    return undefined;
  }
}

/**
 * Nanoseconds on a processor and on a run queue are the first two numbers of schedstat.
 * @param {string} file
 */
function readThread(file) {
  try {
    const [ran, waited] = readFileSync(file, 'utf8').split(' ').map(Number);
    return { ranMs: Number(ran) / NANOSECONDS_PER_MS, waitedMs: Number(waited) / NANOSECONDS_PER_MS };
  } catch {
    // The thread has ended.
    return { ranMs: 0, waitedMs: 0 };
  }
}
