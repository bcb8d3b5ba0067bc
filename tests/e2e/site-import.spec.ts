import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { SiteImport } from '@vidhi/contracts/site-imports.ts';
import { launchBrowser, type Visit } from './browser.ts';
import { look } from './looks.ts';
import { call, staffOf, tokenOf, visitAsStaff } from './shop-site.ts';

// An archive, from its upload to the report of a check, which changes nothing of the site.

const ARCHIVE = join(import.meta.dirname, '../../demo/vidhi-gazette.tar.gz');
let browser: Browser;
let token: string;
let desk: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  desk = await visitAsStaff(browser, staffOf('administrator'));
});
afterAll(async () => {
  await call('/api/system/imports/archive', { token, method: 'DELETE' });
  await desk.close();
  await browser.close();
});

describe('the import of a site', () => {
  it('is uploaded, checked and reported in the console, and in the audit log', async () => {
    const { page, problems } = desk;
    await page.goto('/console/system');
    await page.getByRole('link', { name: 'Import a site' }).click();
    const file = page.getByLabel(/^The archive/);
    await file.setInputFiles(ARCHIVE);
    await page.getByText(/^vidhi-gazette\.tar\.gz, /).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'The check has ended' }).waitFor({ timeout: 300_000 });
    const report = page.getByRole('region', { name: 'Report' });
    expect(await report.textContent()).toContain('Nothing was imported: this was a dry run');
    expect(await report.textContent()).toMatch(/api::post\.post +\d+ /);
    await look(page, 'site-import');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    const { data } = await call<{ data: { action: string }[] }>('/api/audit?resource=site-import:archive', {
      token,
    });
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['upload', 'check_start', 'check_done']),
    );
    await page.getByRole('button', { name: 'Delete the archive' }).click();
    await file.waitFor();
    const { data: state } = await call<{ data: SiteImport }>('/api/system/imports', { token });
    expect(state.archive).toBeNull();
    expect(problems).toEqual([]);
  });
});
