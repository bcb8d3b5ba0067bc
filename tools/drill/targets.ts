import { SERVICES } from '@vidhi/contracts/services.mjs';
import { ENGINES } from '@vidhi/harness/engines.ts';

export type ConfigName = 'default' | 'two-readers';

/** The target of a fault: one process, or several at once. */
export interface Target {
  name: string;
  /** Names of the launcher's processes. */
  processes: readonly string[];
}

export const READERS: Record<ConfigName, number> = { default: 0, 'two-readers': 2 };
/** Each service is a target by itself. */
const SERVICE_NAMES: readonly string[] = SERVICES.map(({ name }) => name);

export const readersOf = (config: ConfigName): string[] =>
  Array.from({ length: READERS[config] }, (_, index) => `news-reader-${index + 1}`);

/** Processes whose network to the gateway, web and other services can be cut, with a proxy in front of each. */
export const networkTargetsOf = (config: ConfigName): string[] => [
  ...readersOf(config),
  ...SERVICE_NAMES.filter((name) => name !== 'gateway'),
];

/** Returns every process and engine of a configuration. */
export function targetsOf(config: ConfigName): Target[] {
  return [
    ...[...readersOf(config), ...SERVICE_NAMES].map((name) => ({
      name,
      processes: [name],
    })),
    ...ENGINES.map((name) => ({ name, processes: [name] })),
  ];
}
