import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder through which the services' fail points are armed: see `fail-point.ts` in service-kit. */
export interface ArmedPoints {
  /** Ends the process that passes this point for the n-th time from now on. */
  arm(name: string, passage?: number): void;
  hasFired(name: string): boolean;
  /** Disarms a point and forgets that it has fired. */
  clear(name: string): void;
}

/** What lets services look into the folder, although they run as in production. */
export const failPointEnv = (folder: string): Record<string, string> => ({
  FAIL_POINTS: folder,
  ALLOW_FAIL_POINTS: 'true',
});

export function openArmedPoints(folder: string): ArmedPoints {
  mkdirSync(folder, { recursive: true });
  return {
    arm: (name, passage = 1) => writeFileSync(join(folder, name), String(passage)),
    hasFired: (name) => existsSync(join(folder, `${name}.fired`)),
    clear(name) {
      for (const file of [name, `${name}.fired`]) rmSync(join(folder, file), { force: true });
    },
  };
}
