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
/** Struck one by one; the other services, which get no load here, together. */
const STRUCK_ALONE: readonly string[] = ['news', 'catalog', 'accounts', 'web', 'gateway'];
const OTHERS = SERVICES.map(({ name }) => name).filter((name) => !STRUCK_ALONE.includes(name));

/** Every process and engine of a configuration. */
export function targetsOf(config: ConfigName): Target[] {
  const readers = Array.from({ length: READERS[config] }, (_, index) => `news-reader-${index + 1}`);
  return [
    ...[...readers, ...STRUCK_ALONE].map((name) => ({
      name,
      processes: [name],
    })),
    { name: 'others', processes: OTHERS },
    ...ENGINES.map((name) => ({ name, processes: [name] })),
  ];
}
