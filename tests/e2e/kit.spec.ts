import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { spawnBound } from '@vidhi/testing/spawn-bound.ts';
import { axeViolations, launchBrowser, visit } from './browser.ts';
import { waitUntilUp } from './local-server.ts';
import { contents } from './page-parts.ts';

const WEB = fileURLToPath(new URL('../../web', import.meta.url));

let browser: Browser;
let vite: ChildProcess;
let site: string;

/** The component kit as served by `npm run kit -w web`. */
beforeAll(async () => {
  browser = await launchBrowser();
  const port = await anyFreePort();
  const bin = join(
    dirname(createRequire(join(WEB, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  vite = spawnBound([bin, 'kit', '--port', String(port), '--strictPort', '--logLevel', 'warn'], {
    cwd: WEB,
    output: 'inherit',
  });
  site = `http://127.0.0.1:${port}`;
  await waitUntilUp(`${site}/__kit/`, () => vite.exitCode !== null);
});
afterAll(async () => {
  const ended = once(vite, 'exit');
  vite.kill('SIGTERM');
  await Promise.all([ended, browser.close()]);
});

const PARTS = [
  'Tokens',
  'Controls',
  'Cards and lists',
  'Article',
  'Catalogue',
  'Store',
  'Item',
  'Directory',
  'Forms',
  'Account',
  'Messages',
  'Console',
];

describe('the kit', () => {
  it.each(['light', 'dark'] as const)('shows every component in %s without a violation', async (theme) => {
    const { page, problems, close } = await visit(browser, { site });
    await page.goto('/__kit/');
    for (const name of PARTS) await page.getByRole('region', { name, exact: true }).waitFor();
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
    await page.getByRole('button', { name: theme, exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
    expect(await page.locator('.kit-sample').count()).toBeGreaterThan(58);
    expect(await page.locator('.kit-sample > div:last-child:empty').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    const form = page.getByRole('region', { name: 'Account', exact: true });
    await form.getByRole('button', { name: 'Log in' }).click();
    await form.locator('[aria-invalid]').nth(1).waitFor();
    await page
      .getByRole('region', { name: 'Item', exact: true })
      .getByRole('link', { name: 'Enlarge picture 1 of 3' })
      .click();
    await page.getByRole('dialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('opens the filters as a drawer on a phone', async () => {
    const { page, problems, close } = await visit(browser, { site, width: 360 });
    await page.goto('/__kit/');
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    await page.getByRole('button', { name: 'Close the filters' }).waitFor();
    expect(
      await page
        .getByRole('region', { name: 'Store', exact: true })
        .getByRole('checkbox', { disabled: true, includeHidden: true })
        .count(),
    ).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows the print stylesheet on the screen, and removes it again', async () => {
    const { page, problems, close } = await visit(browser, { site });
    await page.goto('/__kit/');
    const list = contents(page);
    await list.waitFor();
    const print = page.getByRole('button', { name: 'print', exact: true });
    await print.click();
    await list.waitFor({ state: 'hidden' });
    await print.click();
    await list.waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
