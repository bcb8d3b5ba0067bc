import type { Head } from '#shared/head/head.ts';
import { missingHead, withSite } from '#shared/head/status-heads.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteModule,
} from '#shared/routing/route.ts';
import { showAuthRead } from '../account-reads.ts';
import { LoginPage } from './login-page.tsx';

async function load({ read }: LoadInput): Promise<Outcome> {
  const showAuth = await read(showAuthRead, undefined);
  if (!showAuth.ok) return FAILED;
  return showAuth.value ? FOUND : NOT_FOUND;
}

function head({ path, site, selectData }: HeadInput): Head | null {
  const showAuth = selectData(showAuthRead, undefined);
  if (!showAuth) return showAuth === false ? missingHead(site) : null;
  return {
    title: withSite('Log in', site),
    description: `Log in to ${site.name}.`,
    canonical: path,
    noindex: true,
  };
}

export const loginRoute: RouteModule = { Page: LoginPage, load, head };
