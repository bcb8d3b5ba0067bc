import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { startProcess } from '@vidhi/local/processes.mjs';
import { findOnPath } from '@vidhi/local/programs.mjs';

export interface ScrapeTarget {
  name: string;
  port: number;
}

export interface PrometheusOptions {
  program: string;
  /** Data folder of the site, whose processes are stopped by their pid files. */
  dataDir: string;
  rules: string;
  targets: readonly ScrapeTarget[];
  /** Bearer token of the gateway's metrics. */
  metricsToken: string;
}

export interface Prometheus {
  /** Resolves with the names of the alerts that fire now. */
  firing(): Promise<Set<string>>;
  /** Resolves with the problems of its targets and rules, for a message: none once each target has been read. */
  problems(): Promise<string[]>;
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const EVERY = '1s';
const READY_MS = 60_000;
const LOOK_MS = 200;
const REQUEST_MS = 5_000;

export const findPrometheus = (): string | undefined => findOnPath('prometheus', process.env);

/** Returns the configuration: each process is a job of its own, read every second. */
export const configOf = ({ targets }: Pick<PrometheusOptions, 'targets'>, tokenFile: string): string =>
  JSON.stringify({
    global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
    rule_files: ['rules.json'],
    scrape_configs: targets.map(({ name, port }) => ({
      job_name: name,
      static_configs: [{ targets: [`${LOOPBACK}:${port}`] }],
      ...(name === 'gateway' ? { authorization: { credentials_file: tokenFile } } : {}),
    })),
  });

/** Starts Prometheus on loopback with these rules and targets. Rejects when it does not become ready. */
export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const { program, dataDir, rules, metricsToken } = options;
  const home = join(dataDir, 'prometheus');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const tokenFile = join(home, 'metrics-token');
  writeFileSync(tokenFile, metricsToken, { mode: 0o600 });
  writeFileSync(join(home, 'rules.json'), rules);
  writeFileSync(join(home, 'config.json'), configOf(options, tokenFile));
  const address = `${LOOPBACK}:${await anyFreePort()}`;
  const running = startProcess({
    name: 'prometheus',
    command: program,
    args: [
      `--config.file=${join(home, 'config.json')}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    runDir: join(dataDir, 'run'),
    logFile: join(dataDir, 'logs', 'prometheus.log'),
    onExit: () => undefined,
  });
  const stop = (): Promise<void> => running.stop();

  async function read<Data>(path: string): Promise<Data> {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const response = await fetch(`http://${address}${path}`, { signal });
    return ((await response.json()) as { data: Data }).data;
  }

  const isReady = (): Promise<boolean> =>
    fetch(`http://${address}/-/ready`, { signal: AbortSignal.timeout(REQUEST_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const end = Date.now() + READY_MS; !(await isReady()); await delay(LOOK_MS)) {
    if (Date.now() < end && running.isRunning()) continue;
    await stop();
    throw new Error(`Prometheus did not start: ${join(dataDir, 'logs', 'prometheus.log')} says why`);
  }

  return {
    async firing() {
      type Alerts = { alerts: { state: string; labels: { alertname: string } }[] };
      const { alerts } = await read<Alerts>('/api/v1/alerts');
      return new Set(alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : [])));
    },
    async problems() {
      type Targets = { activeTargets: { labels: { job: string }; health: string; lastError: string }[] };
      type Rules = { groups: { rules: { name: string; lastError?: string }[] }[] };
      const { activeTargets } = await read<Targets>('/api/v1/targets?state=active');
      const { groups } = await read<Rules>('/api/v1/rules');
      const missing = options.targets.length - activeTargets.length;
      return [
        ...(missing === 0 ? [] : [`${missing} targets are not known yet`]),
        ...activeTargets
          .filter(({ health }) => health !== 'up')
          .map(({ labels, lastError }) => `${labels.job}: ${lastError}`),
        ...groups
          .flatMap((group) => group.rules)
          .flatMap(({ name, lastError }) => (lastError ? [`${name}: ${lastError}`] : [])),
      ];
    },
    stop,
  };
}
