import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { openAs, type MemberVisit } from './as-member.ts';
import { launchBrowser, visit, type Visit } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

interface ConsoleSite {
  /**
   * Opens a page of the console as an administrator.
   * @param prepare replaces responses of the API before the page is opened; its result is `fake`
   */
  open<T>(path: string, prepare: (visited: Visit) => Promise<T>): Promise<MemberVisit & { fake: T }>;
  /** Opens no page yet, and is not logged in. */
  visit(): Promise<Visit>;
}

/** Starts a browser and a generated site for the tests of a file. */
export function consoleSite(): ConsoleSite {
  let browser: Browser;
  let site: GeneratedSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startGeneratedSite(generatedSite())]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), site.close()]);
  });
  return {
    async open(path, prepare) {
      // The first page is opened before the responses are replaced.
      const visited = await openAs(browser, site.url, ROLE.administrator, '/about');
      const fake = await prepare(visited);
      await visited.page.goto(path);
      return { ...visited, fake };
    },
    visit: () => visit(browser, { site: site.url }),
  };
}
