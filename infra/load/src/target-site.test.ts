import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetSite } from './target-site.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vidhi-load-'));
  mkdirSync(join(dataDir, 'run'));
  const running = { gateway: 'http://127.0.0.1:1', paymentSandbox: 'http://127.0.0.1:2', serviceToken: 'x' };
  writeFileSync(join(dataDir, 'run', 'services.json'), JSON.stringify(running));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('the site under load', () => {
  it('is the one that runs from the data folder', () => {
    expect(targetSite({}, dataDir)).toEqual({
      gateway: 'http://127.0.0.1:1',
      paymentSandbox: 'http://127.0.0.1:2',
    });
  });

  it('is the named one, in containers for example', () => {
    const named = { url: 'http://127.0.0.1:8080/', sandbox: 'http://127.0.0.1:8026' };
    expect(targetSite(named, '/nowhere')).toEqual({
      gateway: 'http://127.0.0.1:8080',
      paymentSandbox: 'http://127.0.0.1:8026',
    });
  });

  it('has a sandbox, as checkouts must be paid', () => {
    expect(() => targetSite({ url: 'http://127.0.0.1:8080' }, dataDir)).toThrow('belong together');
  });

  it.each([{ url: 'site.example', sandbox: 'http://127.0.0.1:2' }])('has addresses', (named) => {
    expect(() => targetSite(named, dataDir)).toThrow('no address');
  });

  it('must be running', () => {
    expect(() => targetSite({}, join(dataDir, 'run'))).toThrow('No running site was found');
  });
});
