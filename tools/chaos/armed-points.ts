import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder through which the services' fail points are armed: see `fail-point.ts` in service-kit. */
export interface ArmedPoints {
  /** Kills the process that next passes this point, or instead of it this process group. */
  arm(name: string, group?: number): void;
  hasFired(name: string): boolean;
  /** Disarms a point and forgets that it has fired. */
  clear(name: string): void;
}

/** Environment that enables fail points in services that otherwise run as in production. */
export const failPointEnv = (folder: string): Record<string, string> => ({
  FAIL_POINTS: folder,
  ALLOW_FAIL_POINTS: 'true',
});

export function openArmedPoints(folder: string): ArmedPoints {
  mkdirSync(folder, { recursive: true });
  return {
    arm: (name, group) => writeFileSync(join(folder, name), group === undefined ? '1' : `1 ${group}`),
    hasFired: (name) => existsSync(join(folder, `${name}.fired`)),
    clear(name) {
      for (const file of [name, `${name}.fired`]) rmSync(join(folder, file), { force: true });
    },
  };
}
