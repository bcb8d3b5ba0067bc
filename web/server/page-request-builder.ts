import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as renderer from '../src/entry-server.tsx';
import { fakeApi, type FakeSite } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp, type AppDependencies } from './app.ts';
import { aBuiltApp } from './built-app-builder.ts';

/** The real renderer, in a build whose files are nobody's concern. */
export const built = { ...aBuiltApp(mkdtempSync(join(tmpdir(), 'vidhi-web-'))), renderer };

export function apiOf(site: FakeSite): AppDependencies['api'] {
  const answer = fakeApi(site);
  return {
    get: async (wanted) => ({
      body: await answer(wanted),
      position: wanted.startsWith('/posts') ? 'news.posts=12;news.site=9' : 'news.posts=30;news.site=4',
    }),
    close: async () => undefined,
  };
}

/** Requests one page of a site. */
export async function ask(path: string, site: FakeSite, dependencies: Partial<AppDependencies> = {}) {
  const server = await buildApp({ app: built, api: apiOf(site), site: aSite(), ...dependencies });
  const response = await server.inject(path);
  await server.close();
  return response;
}

/** What a page tells the browser beside itself. */
export const stateOf = (html: string) =>
  JSON.parse(
    /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null',
  ) as {
    isRendered: boolean;
    isUnavailable: boolean;
    seeds: { endpointName: string; value: unknown }[];
  };
