import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aPng } from './picture-builder.ts';
import { sanitizeInProcess } from './sanitize-image.ts';

/** Returns whether this process is the parent of another. */
function isChild(id: number): boolean {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return /^PPid:\t(\d+)$/m.exec(status)?.[1] === String(process.pid);
  } catch {
    return false;
  }
}
const children = (): number[] => readdirSync('/proc').map(Number).filter(isChild);

it('responds 503 for a picture whose process is stopped with the service, and rejects none for it', async () => {
  const before = new Set(children());
  const outcome = sanitizeInProcess(aPng({ width: 300, height: 200 }), new AbortController().signal);
  const [started, ...others] = children().filter((id) => !before.has(id));
  if (started === undefined) throw new Error('no process was started');
  expect(others).toEqual([]);
  process.kill(started, 'SIGTERM');
  await expect(outcome).rejects.toMatchObject({ status: 503 });
});
