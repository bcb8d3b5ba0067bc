import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const here = (file: string): string => JSON.stringify(join(import.meta.dirname, file));

/** Runs the script with its standard output on `/dev/full`. */
function runOnFullDisk(script: string) {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  return spawnSync(process.execPath, args, { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
}

describe('a log that cannot be written', () => {
  it('does not end a process', () => {
    const { status, stderr } = runOnFullDisk(`
      const { createLogger } = await import(${here('logging.ts')});
      const log = createLogger('test', 'info');
      for (let line = 0; line < 3_000; line += 1) log.info({ text: 'x'.repeat(1_000) }, 'a line');
      console.error('went on');`);
    expect(stderr).toBe('went on\n');
    expect(status).toBe(0);
  });

  it('does not end a service', () => {
    const { status, stderr } = runOnFullDisk(`
      const { createServiceApp } = await import(${here('service-app.ts')});
      const { createMetrics } = await import(${here('metrics.ts')});
      const app = await createServiceApp({ name: 'test', metrics: createMetrics('test') });
      app.get('/', async (request) => { request.log.info('asked'); return 'ok' });
      const responses = [await app.inject('/'), await app.inject('/')];
      console.error(responses.map(({ body }) => body).join(' '));
      process.exit(0);`);
    expect(stderr).toBe('ok ok\n');
    expect(status).toBe(0);
  });
});
