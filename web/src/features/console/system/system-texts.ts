import type { DeadLetter } from '@vidhi/contracts/dead-letters.ts';
import type { SystemHealth, SystemProcess } from '@vidhi/contracts/system-health.ts';

const STATES: Readonly<Record<SystemProcess['state'], string>> = {
  unknown: 'Not seen yet',
  ready: 'Ready',
  slow: 'Slow',
  unresponsive: 'Does not respond',
  notReady: 'Not ready',
  unreachable: 'Does not run',
};

export const stateText = ({ state }: Pick<SystemProcess, 'state'>): string => STATES[state];

export const processName = ({ service, part }: Pick<SystemProcess, 'service' | 'part'>): string =>
  part === null ? service : `${service}, ${part}`;

const SERVICES = ['accounts', 'cart-orders', 'catalog', 'news', 'notify', 'payments'];
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `3 hours`; the largest unit alone. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < MINUTE) return counted(whole, 'second');
  if (whole < HOUR) return counted(Math.floor(whole / MINUTE), 'minute');
  if (whole < DAY) return counted(Math.floor(whole / HOUR), 'hour');
  return counted(Math.floor(whole / DAY), 'day');
}

/** The time between two moments; empty where one is missing. */
export const timeSince = (iso: string | null, now: string): string =>
  iso === null ? '' : durationText((Date.parse(now) - Date.parse(iso)) / 1_000);

const GIGABYTE = 1e9;
const MEGABYTE = 1e6;

export function sizeText(bytes: number): string {
  return bytes >= GIGABYTE
    ? `${(bytes / GIGABYTE).toFixed(1)} GB`
    : `${Math.max(1, Math.round(bytes / MEGABYTE))} MB`;
}

/** One line for each disk: processes of one machine see the same one. */
export function diskTexts(processes: readonly SystemProcess[]): string[] {
  const texts = processes.flatMap(({ disk }) =>
    disk === null ? [] : [`${sizeText(disk.free_bytes)} of ${sizeText(disk.total_bytes)} are free`],
  );
  return [...new Set(texts)];
}

/** One line for each service whose changes have waited for ten seconds to reach others, or whose data is that old. */
export function delayTexts({ data, consumers }: SystemHealth): string[] {
  const MIN_SECONDS = 10;
  return [
    ...data.flatMap(({ service, outbox_oldest_seconds: waiting, data_age_seconds: age }) => [
      ...((waiting ?? 0) >= MIN_SECONDS
        ? [`Changes in ${service} have waited for ${durationText(waiting ?? 0)}.`]
        : []),
      ...((age ?? 0) >= MIN_SECONDS ? [`The data of ${service} is ${durationText(age ?? 0)} old.`] : []),
    ]),
    ...consumers.flatMap(({ service, name, lag_records: lag, silent_seconds: silent }) => [
      ...(lag > 0 ? [`${service} has ${counted(lag, 'event')} to read (${name.replaceAll('_', ' ')}).`] : []),
      ...(silent >= MIN_SECONDS
        ? [
            `${service} has heard nothing from Kafka for ${durationText(silent)} (${name.replaceAll('_', ' ')}).`,
          ]
        : []),
    ]),
  ];
}

/** `notify-mail-requests` as `notify, mail requests`; groups are named by their service. */
export function groupText(group: string): string {
  const service = SERVICES.find((name) => group.startsWith(`${name}-`));
  return service === undefined
    ? group
    : `${service}, ${group.slice(service.length + 1).replaceAll('-', ' ')}`;
}

export const eventText = ({ event }: Pick<DeadLetter, 'event'>): string => event ?? 'No event';

export const placeText = ({ topic, partition, offset }: DeadLetter): string =>
  `${topic}, partition ${partition}, offset ${offset}`;

/** JSON with line breaks; anything else as it is. */
export function contentText(content: string | null): string {
  if (content === null) return 'It has no content.';
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}

/** `order-confirmed` as `Order confirmed`. */
export function templateText(template: string): string {
  const text = template.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
