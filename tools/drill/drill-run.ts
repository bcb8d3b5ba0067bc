import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuild } from '@vidhi/local/web-build.mjs';
import { mayMount } from '@vidhi/harness/disk.ts';
import { settingOf, trialsOf, type Setting, type Trial } from './faults.ts';
import { startProduct } from './product.ts';
import { openSiteDrill, type SiteDrillOptions } from './site-drill.ts';
import type { ConfigName } from './targets.ts';
import { createTrialResult, type TrialResult } from './trial-result.ts';

export interface DrillOptions extends Omit<SiteDrillOptions, 'product' | 'config'> {
  configs: readonly ConfigName[];
  /** Selects the faults to inject. */
  isSelected: (trial: Trial) => boolean;
  /** Folder for the processes' logs at the end. */
  logs: string | null;
  onResult: (result: TrialResult) => void;
}

const SETTINGS: readonly Setting[] = ['plain', 'proxies', 'memory disk'];
/** Size of the disk: enough for the engines and the content, and small enough to be filled quickly. */
const DISK_MEGABYTES = 1_200;
const EXTRA_MEGABYTES_OF_A_POST = 0.03;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Injects the faults of one setting on one site; calls `onResult` for each result. */
async function drillSite(
  options: DrillOptions,
  config: ConfigName,
  setting: Setting,
  trials: readonly Trial[],
): Promise<void> {
  const { onResult, ended, logs, say } = options;
  const skip = (left: readonly Trial[], notRun: string): void => {
    for (const { fault, target } of left) onResult(createTrialResult(config, fault, target.name, { notRun }));
  };
  if (setting === 'memory disk' && !mayMount()) return skip(trials, 'a file system in memory needs root');
  const { posts } = options;
  say(`${config}, ${setting}: starting the product and importing ${posts} posts`);
  const product = await startProduct({
    config,
    hasProxies: setting === 'proxies',
    ...(setting === 'memory disk'
      ? {
          diskMegabytes: Math.ceil(
            DISK_MEGABYTES + (posts === 'demo' ? 0 : posts) * EXTRA_MEGABYTES_OF_A_POST,
          ),
        }
      : {}),
    ended,
    say,
  });
  try {
    const site = await openSiteDrill({ ...options, product, config });
    try {
      for (const [index, trial] of trials.entries()) {
        if (ended.aborted) return;
        try {
          onResult(await site.run(trial));
        } catch (error) {
          skip(trials.slice(index), messageOf(error));
          return;
        }
      }
      if (!ended.aborted) onResult(await site.checkAfterRestart());
    } finally {
      await site.stop();
    }
  } finally {
    if (logs !== null) {
      const folder = join(logs, `${config}-${setting.replaceAll(' ', '-')}`);
      mkdirSync(folder, { recursive: true });
      product.copyLogs(folder);
    }
    await product.close();
  }
}

/** Injects every selected fault in every selected configuration, each setting on its own site. */
export async function runDrill(options: DrillOptions): Promise<void> {
  await ensureWebBuild({ node: process.execPath });
  for (const config of options.configs) {
    for (const setting of SETTINGS) {
      const trials = trialsOf(config).filter(
        (trial) => settingOf(trial.fault) === setting && options.isSelected(trial),
      );
      if (trials.length > 0 && !options.ended.aborted) await drillSite(options, config, setting, trials);
    }
  }
}
