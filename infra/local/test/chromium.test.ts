import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureChromium } from '../src/chromium.mjs';

describe('the browser of the e2e tests', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vidhi-path-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const program = (name: string): string => path.join(folder, name);
  async function place(name: string): Promise<void> {
    await writeFile(program(name), '#!/bin/sh\n');
    await chmod(program(name), 0o755);
  }
  const find = (install: () => Promise<unknown>): Promise<string> =>
    ensureChromium({ env: { PATH: folder }, install });
  const fail = (): Promise<never> => Promise.reject(new Error('no network'));

  it('is the headless shell where there is one, and nothing is installed', async () => {
    await place('chromium');
    await place('chromium-headless-shell');
    expect(await find(fail)).toBe(program('chromium-headless-shell'));
  });

  it('is the headless shell that was installed, also where there is another Chromium', async () => {
    await place('chromium');
    expect(await find(() => place('chromium-headless-shell'))).toBe(program('chromium-headless-shell'));
  });

  it('is another Chromium where the headless shell cannot be installed', async () => {
    await place('google-chrome');
    expect(await find(fail)).toBe(program('google-chrome'));
    expect(await find(async () => undefined)).toBe(program('google-chrome'));
  });

  it('is reported missing with the reason', async () => {
    await expect(find(fail)).rejects.toThrow('no network');
    await expect(find(async () => undefined)).rejects.toThrow('install the package chromium');
  });
});
