/** Resource limits of a process that decodes untrusted images. */
export interface ProcessLimits {
  /** Resident set size. */
  maxBytes: number;
  /** CPU time, which does not depend on how busy the machine is. */
  maxCpuMs: number;
  action: string;
}

const CHECK_INTERVAL_MS = 10;

/**
 * Checks the resource usage of this process until it exceeds a limit, then calls `stop` once with the reason. `limits` may
 * be changed meanwhile.
 */
export function watchLimits(limits: ProcessLimits, stop: (reason: string) => void): void {
  const stopWith = (reason: string): void => {
    clearInterval(timer);
    stop(reason);
  };
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1000 > limits.maxCpuMs) stopWith(`it takes too long to ${limits.action}`);
    else if (process.memoryUsage.rss() > limits.maxBytes)
      stopWith(`it takes too much memory to ${limits.action}`);
  }, CHECK_INTERVAL_MS);
}
