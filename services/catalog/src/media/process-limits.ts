/** What a process that reads strangers' pictures may take. */
export interface ProcessLimits {
  /** Of memory that is really there. */
  mostBytes: number;
  /** Of processor time, which a busy machine does not use up. */
  mostMs: number;
  doing: string;
}

const LOOK_EVERY_MS = 10;

/** Looks at this process until it takes too much; then `stop` is told why, once. The object may be changed. */
export function watchLimits(limits: ProcessLimits, stop: (reason: string) => void): void {
  const end = (reason: string): void => {
    clearInterval(look);
    stop(reason);
  };
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1000 > limits.mostMs) end(`it takes too long to ${limits.doing}`);
    else if (process.memoryUsage.rss() > limits.mostBytes) end(`it takes too much memory to ${limits.doing}`);
  }, LOOK_EVERY_MS);
}
