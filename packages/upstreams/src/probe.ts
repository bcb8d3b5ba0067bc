import type { Dispatcher } from 'undici';
import { takesRequests, type Health, type Instance } from './instance.ts';
import type { InstanceSet } from './instance-set.ts';

const PATH = '/readyz';
const INTERVAL_MS = 300;
/** While an instance takes no requests, its return is looked for more often. */
const OUT_INTERVAL_MS = 150;
/** However often a probe is requested. */
const MIN_INTERVAL_MS = 30;
const TIMEOUT_MS = 500;
/** A probe without response is left to wait, as the instance is back when it responds, but not for ever. */
const ABANDON_MS = 2_000;
/** A timer as late as this says that this process was held up, and nothing about the instance. */
const LATE_TIMER_MS = 100;
const GRACE_MS = 50;
/** Slower than this and than so many times the median of the others, twice in a row, is an outlier. */
const OUTLIER_MS = 150;
const OUTLIER_FACTOR = 5;

export interface ProbeOptions {
  /** Called after each change, for logs. */
  onChange?: (instance: Instance, before: Health) => void;
}

export interface Probes {
  /** Settles when every instance has been probed once. */
  readonly firstRound: Promise<void>;
  stop(): void;
}

const median = (values: readonly number[]): number =>
  values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0;

/** The status of `/readyz`, or null when the connection failed or was given up. */
function readStatus(
  { origin, basePath, probePool }: Instance,
  onAbort: (abort: () => void) => void,
): Promise<number | null> {
  return new Promise((resolve) => {
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => onAbort(() => controller.abort(new Error('no response to the probe'))),
      onResponseStart: (_controller, received) => (status = received),
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: () => resolve(null),
    };
    probePool.dispatch({ origin, path: basePath + PATH, method: 'GET' }, handler);
  });
}

class InstanceProbe {
  readonly #instance: Instance;
  readonly #peers: () => readonly InstanceProbe[];
  readonly #onChange: ProbeOptions['onChange'];
  #latencyMs = 0;
  #slowInARow = 0;
  #wake: () => void = () => undefined;
  #isRequested = false;
  #isStopped = false;
  #isAbandoned = false;
  #abort: () => void = () => undefined;

  constructor(instance: Instance, peers: () => readonly InstanceProbe[], onChange: ProbeOptions['onChange']) {
    this.#instance = instance;
    this.#peers = peers;
    this.#onChange = onChange;
    instance.requestProbe = () => {
      this.#isRequested = true;
      this.#wake();
    };
  }

  /** Probes until it is stopped; calls back after the first time. */
  async run(onFirst: () => void): Promise<void> {
    while (!this.#isStopped) {
      this.#isRequested = false;
      await this.#probe();
      onFirst();
      if (!this.#isStopped) await this.#pause();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#instance.requestProbe = () => undefined;
    this.#wake();
    this.#abort();
  }

  #pause(): Promise<void> {
    const startedAt = performance.now();
    const interval = takesRequests(this.#instance) ? INTERVAL_MS : OUT_INTERVAL_MS;
    return new Promise((resolve) => {
      // Spread, so that many gateways do not probe in step.
      let timer = setTimeout(resolve, interval * (0.9 + Math.random() / 10));
      this.#wake = () => {
        clearTimeout(timer);
        if (this.#isStopped) resolve();
        else timer = setTimeout(resolve, Math.max(0, startedAt + MIN_INTERVAL_MS - performance.now()));
      };
      if (this.#isRequested) this.#wake();
    });
  }

  async #probe(): Promise<void> {
    const startedAt = performance.now();
    this.#isAbandoned = false;
    const timer = this.#watch(startedAt);
    const status = await readStatus(this.#instance, (abort) => (this.#abort = abort));
    timer.clear();
    this.#abort = () => undefined;
    if (this.#isStopped) return;
    if (status === null) {
      // Abandoned for its silence, it is still silent.
      if (!this.#isAbandoned) this.#set('unreachable');
      return;
    }
    this.#latencyMs = performance.now() - startedAt;
    this.#slowInARow = this.#isOutlier() ? this.#slowInARow + 1 : 0;
    if (status !== 200) this.#set('notReady');
    else this.#set(this.#slowInARow > 1 ? 'slow' : 'ready');
  }

  #isOutlier(): boolean {
    if (this.#latencyMs < OUTLIER_MS) return false;
    const others = this.#peers().flatMap((peer) =>
      peer !== this && takesRequests(peer.#instance) ? [peer.#latencyMs] : [],
    );
    return others.length > 0 && this.#latencyMs > OUTLIER_FACTOR * median(others);
  }

  /** Marks the instance once the probe has no response in time, and gives the probe up long after. */
  #watch(startedAt: number): { clear(): void } {
    let due = startedAt + TIMEOUT_MS;
    const check = (): void => {
      const now = performance.now();
      if (now - due > LATE_TIMER_MS) {
        // The response may have arrived while nothing ran here: it is read before the next timer.
        due = now + GRACE_MS;
        timer = setTimeout(check, GRACE_MS);
        return;
      }
      if (now - startedAt >= ABANDON_MS) {
        this.#isAbandoned = true;
        this.#abort();
        return;
      }
      if (this.#instance.health !== 'unresponsive') {
        this.#instance.unresponsiveSince = startedAt;
        this.#set('unresponsive');
      }
      due = startedAt + ABANDON_MS;
      timer = setTimeout(check, Math.max(0, due - now));
    };
    let timer = setTimeout(check, TIMEOUT_MS);
    return { clear: () => clearTimeout(timer) };
  }

  #set(health: Health): void {
    const before = this.#instance.health;
    if (before === health) return;
    this.#instance.health = health;
    if (health !== 'unresponsive') this.#instance.unresponsiveSince = 0;
    this.#onChange?.(this.#instance, before);
  }
}

/** Probes every instance of the sets, each by itself, until stopped. */
export function startProbes(sets: Iterable<InstanceSet>, options: ProbeOptions = {}): Probes {
  const all: InstanceProbe[] = [];
  const rounds: Promise<void>[] = [];
  for (const { instances } of sets) {
    const probes: InstanceProbe[] = [];
    for (const instance of instances)
      probes.push(new InstanceProbe(instance, () => probes, options.onChange));
    all.push(...probes);
  }
  for (const probe of all) rounds.push(new Promise((resolve) => void probe.run(resolve)));
  return {
    firstRound: Promise.all(rounds).then(() => undefined),
    stop: () => all.forEach((probe) => probe.stop()),
  };
}
