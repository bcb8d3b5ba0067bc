import { setTimeout as delay } from 'node:timers/promises';
import { findProcesses, signalProcesses } from '@vidhi/harness/process-signals.ts';
import { readRecordedPorts } from '@vidhi/local/ports.mjs';
import { isAlive } from '@vidhi/local/processes.mjs';
import type { Product } from './product.ts';
import { startSecondInstance, untilReady } from './second-instance.ts';

const POLL_MS = 50;
/** Pause before the signal, as of an orchestrator that waits for endpoints to be removed (`preStop` in infra/k8s). */
const BEFORE_SIGNAL_MS = 1_000;

/**
 * Restarts a process as a rolling update does: a second instance becomes ready and gets new connections, the first ends
 * on SIGTERM and is started again, and the second ends in its turn.
 * @param settings changed in the environment of the second instance; that of the first is the launcher's
 */
export async function restartRolling(
  product: Pick<Product, 'dataDir' | 'directTo'>,
  name: string,
  ended: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { dataDir, directTo } = product;
  const second = await startSecondInstance(dataDir, name, { settings, ended });
  try {
    directTo(name, second.port);
    await delay(BEFORE_SIGNAL_MS);
    const first = findProcesses(dataDir, [name]);
    signalProcesses(first, 'SIGTERM');
    while (first.some(isAlive) && !ended.aborted) await delay(POLL_MS);
    await untilReady(readRecordedPorts(dataDir)[name] ?? 0, ended);
    directTo(name, null);
    await delay(BEFORE_SIGNAL_MS);
  } finally {
    directTo(name, null);
    await second.stop();
  }
}
