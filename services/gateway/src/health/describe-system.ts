import type { SystemHealth, SystemProcess } from '@vidhi/contracts/system-health.ts';
import { UPSTREAMS } from '@vidhi/contracts/services.mjs';
import type { Upstreams } from '../upstreams/upstreams.ts';
import type { MetricValue } from './metrics-text.ts';
import { diskOf } from './problems.ts';
import type { ObservedProcess, WatchedProcess } from './observed-process.ts';
import type { Observation } from './system-watch.ts';

/** Lists the processes of a site, this gateway last. */
export function watchedProcesses({ newsReaders, services }: Upstreams): WatchedProcess[] {
  const readers = newsReaders.instances.map((instance, index): WatchedProcess => {
    const part = `reader ${index + 1}`;
    return { key: `news ${part}`, service: 'news', part, instance };
  });
  const others = UPSTREAMS.flatMap(({ name }) =>
    services[name].instances.map((instance, index): WatchedProcess => {
      const part = name === 'news' ? 'writer' : index === 0 ? null : `process ${index + 1}`;
      return { key: `${name} ${part ?? ''}`, service: name, part, instance };
    }),
  );
  return [...readers, ...others, { key: 'gateway', service: 'gateway', part: null, instance: null }];
}

const iso = (at: number): string => new Date(at).toISOString();

const valueOf = (values: readonly MetricValue[], name: string): number | null =>
  values.find((value) => value.name === name)?.value ?? null;

function startOf({ values }: ObservedProcess): string | null {
  const seconds = valueOf(values, 'process_start_time_seconds');
  return seconds === null ? null : iso(seconds * 1_000);
}

function describeProcess(process: ObservedProcess, at: number): SystemProcess {
  const { service, part, instance, values, failing } = process;
  const disk = diskOf(process);
  const startedAt = startOf(process);
  return {
    service,
    part,
    state: instance?.health ?? 'ready',
    since: instance === null ? (startedAt ?? iso(at)) : iso(instance.healthSince),
    started_at: startedAt,
    node: values.find(({ name }) => name === 'nodejs_version_info')?.labels['version'] ?? null,
    memory_bytes: valueOf(values, 'process_resident_memory_bytes'),
    disk: disk === null ? null : { free_bytes: disk.free, total_bytes: disk.total },
    failing: [...failing],
  };
}

const prefixOf = (service: string): string => `vidhi_${service.replaceAll('-', '_')}_`;

/** Returns the highest value of a figure among the processes of a service; null where none has it. */
function highest(processes: readonly ObservedProcess[], service: string, figure: string): number | null {
  const found = processes.flatMap((process) => {
    const value = process.service === service ? valueOf(process.values, prefixOf(service) + figure) : null;
    return value === null ? [] : [value];
  });
  return found.length === 0 ? null : Math.max(...found);
}

const LAG = /^(.+)_lag_records$/;

function consumersOf(processes: readonly ObservedProcess[], service: string): SystemHealth['consumers'] {
  const prefix = prefixOf(service);
  const names = new Set(
    processes.flatMap((process) =>
      process.service !== service
        ? []
        : process.values.flatMap(({ name }) => {
            const [, consumer] = LAG.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
            return consumer === undefined ? [] : [consumer];
          }),
    ),
  );
  return [...names].map((name) => ({
    service,
    name,
    lag_records: highest(processes, service, `${name}_lag_records`) ?? 0,
    silent_seconds: highest(processes, service, `${name}_silent_seconds`) ?? 0,
    dead_letters: highest(processes, service, `${name}_dead_letters`) ?? 0,
  }));
}

function mailsOf(processes: readonly ObservedProcess[]): SystemHealth['mails'] {
  const read = (figure: string): number | null => highest(processes, 'notify', figure);
  const dead = read('mails_dead');
  if (dead === null) return null;
  return {
    waiting: (read('mails_queued') ?? 0) + (read('mails_sending') ?? 0),
    dead,
    oldest_waiting_seconds: read('oldest_queued_mail_seconds') ?? 0,
  };
}

/** Describes an observation as the response of `GET /api/system/health`. */
export function describeSystem({ at, processes, problems, certificate }: Observation): SystemHealth {
  const services = [...new Set(processes.map(({ service }) => service))];
  return {
    measured_at: iso(at),
    problems: problems.map(({ name, severity, title, advice, since, runbook }) => ({
      name,
      severity,
      title,
      advice,
      since: iso(since),
      runbook,
    })),
    processes: processes.map((process) => describeProcess(process, at)),
    consumers: services.flatMap((service) => consumersOf(processes, service)),
    data: services
      .map((service) => ({
        service,
        outbox_oldest_seconds: highest(processes, service, 'outbox_oldest_seconds'),
        data_age_seconds: highest(processes, service, 'data_age_seconds'),
      }))
      .filter((row) => row.outbox_oldest_seconds !== null || row.data_age_seconds !== null),
    mails: mailsOf(processes),
    certificate:
      certificate === null ? null : { host: certificate.host, valid_to: certificate.validTo.toISOString() },
  };
}
