import type { Instance } from '@vidhi/upstreams/instance.ts';
import type { ProcessReading } from './read-process.ts';

/** A process of the site. */
export interface WatchedProcess {
  /** Names it, over all samples. */
  key: string;
  service: string;
  /** `writer`, `reader 1`; null where all processes of a service are equal. */
  part: string | null;
  /** Null for the gateway itself. */
  instance: Instance | null;
}

export interface ObservedProcess extends WatchedProcess, ProcessReading {}
