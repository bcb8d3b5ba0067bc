import type { Head } from '#shared/head/head.ts';
import { missingHead } from '#shared/head/status-heads.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { practiceHead } from '../directory-head.ts';
import { directoryPaths } from '../directory-paths.ts';
import { practiceRead } from '../directory-reads.ts';
import { loadPractice } from '../load-directory.ts';

const OUTCOMES = { found: FOUND, notFound: NOT_FOUND, failed: FAILED } as const;

/** `/find-a-lawyer/order` was the path of the order page; a practice area with this slug takes precedence. */
const FORMER_ORDER_SLUG = 'order';

async function load({ params: { practice: slug = '' }, read }: LoadInput): Promise<Outcome> {
  const result = await loadPractice(slug, read);
  return result === 'notFound' && slug.toLowerCase() === FORMER_ORDER_SLUG
    ? { status: 301, location: directoryPaths.order() }
    : OUTCOMES[result];
}

function head({ params: { practice: slug = '' }, site, selectData }: HeadInput): Head | null {
  const places = selectData(practiceRead, slug);
  if (!places) return places === null ? missingHead(site) : null;
  return practiceHead(places, site);
}

export const practiceRoute: RouteData = { load, head };
