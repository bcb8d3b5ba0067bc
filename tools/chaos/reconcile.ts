import { inRoot } from '@vidhi/local/paths.mjs';
import { runProgram } from '@vidhi/local/programs.mjs';
import type { ChaosProduct } from './chaos-product.ts';
import type { Violation } from './evidence.ts';

/** Runs `npm run reconcile` and returns its findings. */
export async function reconcile(site: ChaosProduct): Promise<Violation[]> {
  const { code, output } = await runProgram(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', inRoot('services/cart-orders/src/reconcile-cli.ts')],
    { env: { ...process.env, DATA_DIR: site.product.dataDir }, cwd: inRoot() },
  );
  return code === 0 ? [] : [{ kind: 'reconciliation', subject: `exit ${code}`, details: output.trim() }];
}
