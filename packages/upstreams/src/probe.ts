import type { Dispatcher } from 'undici';
import { setHealth, takesRequests, type Health, type Instance } from './instance.ts';
import type { InstanceSet } from './instance-set.ts';

const PATH = '/readyz';
const INTERVAL_MS = 300;
/** Interval while an instance takes no requests, so that it returns to service soon. */
const OUT_INTERVAL_MS = 150;
/** Lower bound when probes are requested. */
const MIN_INTERVAL_MS = 30;
const TIMEOUT_MS = 500;
/** A probe without response stays open this long, because its response shows at once that the instance is back. */
const ABANDON_MS = 2_000;
/** Delay of a timer beyond which this process was blocked, so that a missing response says nothing about the instance. */
const LATE_TIMER_MS = 100;
const GRACE_MS = 50;
/** An instance is slow when two probes in a row took longer than both this and OUTLIER_FACTOR times the others' median. */
const OUTLIER_MS = 150;
const OUTLIER_FACTOR = 5;

export interface ProbeOptions {
  /** Called after each change, for logs. */
  onChange?: (instance: Instance, before: Health) => void;
  /** Time without response after which an instance is `unresponsive`; 500 ms by default. */
  timeoutMs?: number;
  /** Interval while an instance takes requests; 300 ms by default. */
  intervalMs?: number | undefined;
}

export interface Probes {
  /** Resolves when every instance has been probed once. */
  readonly firstRound: Promise<void>;
  stop(): void;
}

const median = (values: readonly number[]): number =>
  values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0;

interface ProbeResponse {
  status: number;
  /** The process ends its connections, because it drains. */
  isClosing: boolean;
}

/** Resolves with the response of `/readyz`, or null when the connection failed or the request was aborted. */
function readStatus(
  { origin, basePath, probePool }: Instance,
  onAbort: (abort: () => void) => void,
): Promise<ProbeResponse | null> {
  return new Promise((resolve) => {
    const response: ProbeResponse = { status: 0, isClosing: false };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => onAbort(() => controller.abort(new Error('no response to the probe'))),
      onResponseStart(_controller, status, headers) {
        Object.assign(response, { status, isClosing: headers['connection'] === 'close' });
      },
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(response),
      onResponseError: () => resolve(null),
    };
    probePool.dispatch({ origin, path: basePath + PATH, method: 'GET' }, handler);
  });
}

class InstanceProbe {
  readonly #instance: Instance;
  readonly #peers: () => readonly InstanceProbe[];
  readonly #onChange: ProbeOptions['onChange'];
  readonly #timeoutMs: number;
  readonly #intervalMs: number;
  #latencyMs = 0;
  #slowInARow = 0;
  #wake: () => void = () => undefined;
  #isRequested = false;
  #isStopped = false;
  #isAbandoned = false;
  #abort: () => void = () => undefined;

  constructor(
    instance: Instance,
    peers: () => readonly InstanceProbe[],
    { onChange, timeoutMs = TIMEOUT_MS, intervalMs = INTERVAL_MS }: ProbeOptions,
  ) {
    this.#instance = instance;
    this.#peers = peers;
    this.#onChange = onChange;
    this.#timeoutMs = timeoutMs;
    this.#intervalMs = intervalMs;
    instance.requestProbe = () => {
      this.#isRequested = true;
      this.#wake();
    };
  }

  /** Probes until stopped. Calls `onFirst` after each probe; only the first call counts. */
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
    const interval = takesRequests(this.#instance) ? this.#intervalMs : OUT_INTERVAL_MS;
    return new Promise((resolve) => {
      // Jitter, so that several gateways do not probe at the same time.
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
    let response = await this.#readStatus();
    // Several processes may share one address: a draining one says nothing about the process that new connections reach.
    if (response?.isClosing === true && response.status !== 200 && !this.#isStopped)
      response = await this.#readStatus();
    timer.clear();
    this.#abort = () => undefined;
    if (this.#isStopped) return;
    this.#instance.probedAt = startedAt;
    if (response === null) {
      // After ABANDON_MS without response the instance remains `unresponsive`.
      if (!this.#isAbandoned) this.#set('unreachable');
      return;
    }
    this.#latencyMs = performance.now() - startedAt;
    this.#slowInARow = this.#isOutlier() ? this.#slowInARow + 1 : 0;
    if (response.status !== 200) this.#set('notReady');
    else this.#set(this.#slowInARow > 1 ? 'slow' : 'ready');
  }

  #readStatus(): Promise<ProbeResponse | null> {
    return readStatus(this.#instance, (abort) => (this.#abort = abort));
  }

  #isOutlier(): boolean {
    if (this.#latencyMs < OUTLIER_MS) return false;
    const others = this.#peers().flatMap((peer) =>
      peer !== this && takesRequests(peer.#instance) ? [peer.#latencyMs] : [],
    );
    return others.length > 0 && this.#latencyMs > OUTLIER_FACTOR * median(others);
  }

  /** Marks the instance `unresponsive` after the timeout without response, and aborts the probe after ABANDON_MS. */
  #watch(startedAt: number): { clear(): void } {
    const abandonMs = Math.max(ABANDON_MS, 2 * this.#timeoutMs);
    let due = startedAt + this.#timeoutMs;
    const check = (): void => {
      const now = performance.now();
      if (now - due > LATE_TIMER_MS) {
        // The response may have arrived while this process was blocked: it is read before the next timer fires.
        due = now + GRACE_MS;
        timer = setTimeout(check, GRACE_MS);
        return;
      }
      if (now - startedAt >= abandonMs) {
        this.#isAbandoned = true;
        this.#abort();
        return;
      }
      if (this.#instance.health !== 'unresponsive') {
        this.#instance.unresponsiveSince = startedAt;
        this.#set('unresponsive');
      }
      due = startedAt + abandonMs;
      timer = setTimeout(check, Math.max(0, due - now));
    };
    let timer = setTimeout(check, this.#timeoutMs);
    return { clear: () => clearTimeout(timer) };
  }

  #set(health: Health): void {
    const before = this.#instance.health;
    if (before === health) return;
    setHealth(this.#instance, health);
    if (health !== 'unresponsive') this.#instance.unresponsiveSince = 0;
    this.#onChange?.(this.#instance, before);
  }
}

/** Starts to probe all instances of the sets, independently of each other, until stopped. */
export function startProbes(sets: Iterable<InstanceSet>, options: ProbeOptions = {}): Probes {
  const all: InstanceProbe[] = [];
  const rounds: Promise<void>[] = [];
  for (const { instances } of sets) {
    const probes: InstanceProbe[] = [];
    for (const instance of instances) probes.push(new InstanceProbe(instance, () => probes, options));
    all.push(...probes);
  }
  for (const probe of all) rounds.push(new Promise((resolve) => void probe.run(resolve)));
  return {
    firstRound: Promise.all(rounds).then(() => undefined),
    stop: () => all.forEach((probe) => probe.stop()),
  };
}
