import type { SystemProblem } from '@vidhi/contracts/system-health.ts';
import { ALERT_RULES, isOn, type Samples } from './alert-rules.ts';
import type { Certificate } from './read-certificate.ts';
import type { ObservedProcess } from './observed-process.ts';

/** A problem of this moment, or the condition of one that is reported once it has lasted. */
export interface FoundProblem extends Omit<SystemProblem, 'since'> {
  /** Names it among the problems of a moment. */
  key: string;
  /** Milliseconds since the Unix epoch; absent where only this watch knows. */
  since?: number;
  forSeconds: number;
}

export interface OngoingProblem extends FoundProblem {
  since: number;
}

export interface Findings {
  processes: readonly ObservedProcess[];
  samples: Samples;
  certificate: Certificate | null;
  at: number;
}

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
const MIN_FREE_DISK = 0.1;

/** Effects on readers and staff while a service is away. */
const EFFECTS: Readonly<Record<string, string>> = {
  news: 'Articles can be read, and not changed.',
  catalog: 'The directory and the bookshop show what the gateway still has; nothing there can be changed.',
  accounts: 'Nobody can log in, and sessions end within ten minutes.',
  'cart-orders': 'Carts and orders do not work. Payments are safe: their orders follow.',
  payments: 'Nobody can pay. What was paid is settled when it is back.',
  notify: 'No mails go out and messages of the contact form are rejected. Mails wait, and none is lost.',
  web: 'Visitors get no pages; the API works.',
};
const EFFECT_OF_READER = 'The other readers serve visitors, or the gateway from its cache.';

const STATES: Readonly<Record<string, string>> = {
  unknown: 'has not responded yet',
  slow: 'is much slower than the others',
  unresponsive: 'does not respond',
  notReady: 'runs, and is not ready',
  unreachable: 'does not run',
};

const TODO_OF_STATE: Readonly<Record<string, string>> = {
  slow: 'See whether its machine is busy.',
  notReady: 'It may still be starting. After a minute, see its log.',
};
const START_IT = 'Start it again. If it ends at once, the last lines of its log say why.';

const nameOf = ({ service, part }: ObservedProcess): string =>
  part === null ? service : `${service} (${part})`;

function processProblem(process: ObservedProcess): FoundProblem[] {
  const { instance, key, service, part } = process;
  if (instance === null || instance.health === 'ready') return [];
  const effect = part?.startsWith('reader') === true ? EFFECT_OF_READER : (EFFECTS[service] ?? '');
  return [
    {
      key: `process ${key}`,
      name: 'ServiceIsDown',
      severity: instance.health === 'slow' ? 'ticket' : 'page',
      title: `${nameOf(process)} ${STATES[instance.health] ?? ''}. ${effect}`.trim(),
      advice: TODO_OF_STATE[instance.health] ?? START_IT,
      runbook: 'docs/runbooks/service-is-down.md',
      since: instance.healthSince,
      forSeconds: 0,
    },
  ];
}

const ENGINES: Readonly<Record<string, { name: string; effect: string }>> = {
  mongo: { name: 'MongoDB', effect: 'Nothing can be saved there. Pages are served from memory.' },
  redis: {
    name: 'Redis',
    effect: 'Mails and pictures wait in the database and follow. Limits are counted by each process.',
  },
};

/** One problem for each engine, with the services that do not reach it. */
function engineProblems(processes: readonly ObservedProcess[]): FoundProblem[] {
  return Object.entries(ENGINES).flatMap(([check, { name, effect }]): FoundProblem[] => {
    const away = processes.filter(({ failing }) => failing.some((one) => one.check === check));
    if (away.length === 0) return [];
    return [
      {
        key: `engine ${check}`,
        name: 'EngineIsDown',
        severity: 'page',
        title: `${[...new Set(away.map(({ service }) => service))].join(', ')} cannot reach ${name}. ${effect}`,
        advice: `See whether ${name} runs and has disk space. The services reconnect by themselves.`,
        runbook: null,
        forSeconds: 0,
      },
    ];
  });
}

export const diskOf = ({ values }: Pick<ObservedProcess, 'values'>) => {
  const read = (name: string) => values.find((value) => value.name === name)?.value;
  const [free, total] = [read('vidhi_disk_free_bytes'), read('vidhi_disk_total_bytes')];
  return free === undefined || total === undefined || total === 0 ? null : { free, total };
};

function diskProblem(processes: readonly ObservedProcess[]): FoundProblem[] {
  const full = processes.filter((process) => {
    const disk = diskOf(process);
    return disk !== null && disk.free < MIN_FREE_DISK * disk.total;
  });
  if (full.length === 0) return [];
  return [
    {
      key: 'disk',
      name: 'DiskIsFull',
      severity: 'page',
      title: `Less than a tenth of the disk is free, where these processes run: ${full.map(nameOf).join(', ')}`,
      advice: 'Remove old logs and backups from it, or make it larger. A full disk stops MongoDB and Kafka.',
      runbook: null,
      forSeconds: 0,
    },
  ];
}

function certificateProblem(certificate: Certificate | null, at: number): FoundProblem[] {
  if (certificate === null) return [];
  const days = Math.floor((certificate.validTo.getTime() - at) / DAY_MS);
  if (days >= CERTIFICATE_DAYS) return [];
  const ends = days < 0 ? 'has expired' : days === 1 ? 'expires in 1 day' : `expires in ${days} days`;
  return [
    {
      key: 'certificate',
      name: 'CertificateExpires',
      severity: 'page',
      title: `The certificate of ${certificate.host} ${ends}. Browsers then refuse to open the site.`,
      advice: 'See why Caddy, or the ingress, does not renew it: its log says so.',
      runbook: null,
      forSeconds: 0,
    },
  ];
}

/** Returns what is wrong now, the gravest first. */
export function problemsIn({ processes, samples, certificate, at }: Findings): FoundProblem[] {
  const alerts = ALERT_RULES.filter((rule) => isOn(rule, samples)).map(
    ({ name, severity, title, advice, runbook, forSeconds }): FoundProblem => ({
      key: `alert ${name}`,
      name,
      severity,
      title,
      advice,
      runbook,
      forSeconds,
    }),
  );
  const found = [
    ...processes.flatMap(processProblem),
    ...engineProblems(processes),
    ...diskProblem(processes),
    ...certificateProblem(certificate, at),
    ...alerts,
  ];
  return found.toSorted(
    (first, second) => Number(first.severity === 'ticket') - Number(second.severity === 'ticket'),
  );
}
