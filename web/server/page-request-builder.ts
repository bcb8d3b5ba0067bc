import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as renderer from '../src/ssr/entry-server.tsx';
import { fakeApi, type FakeSite } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';
import { buildApp, type AppDependencies } from './app.ts';
import { aBuiltApp } from './built-app-builder.ts';

/** The real renderer in a build without files. */
export const built = { ...aBuiltApp(mkdtempSync(join(tmpdir(), 'vidhi-web-'))), renderer };

export function fakeApiClient(site: FakeSite): AppDependencies['api'] {
  const respond = fakeApi(site);
  return {
    get: async (path) => ({
      body: await respond(path),
      position: path.startsWith('/posts') ? 'news.posts=12;news.site=9' : 'news.posts=30;news.site=4',
    }),
    close: async () => undefined,
  };
}

/** No page is sent as a shell because the machine is busy. */
const RENDER_BUDGET_MS = 600_000;

/** Requests one page of a server of its own. */
export async function requestPage(path: string, site: FakeSite, dependencies: Partial<AppDependencies> = {}) {
  const server = await buildApp({
    app: built,
    api: fakeApiClient(site),
    site: aSite(),
    renderBudgetMs: RENDER_BUDGET_MS,
    ...dependencies,
  });
  const response = await server.inject(path);
  await server.close();
  return response;
}

/** Returns the `PageState` of a document. */
export const pageStateOf = (html: string) =>
  JSON.parse(
    /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null',
  ) as {
    isRendered: boolean;
    isUnavailable: boolean;
    queries: { endpointName: string; value: unknown }[];
  };
