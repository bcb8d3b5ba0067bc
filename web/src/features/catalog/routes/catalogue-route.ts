import { isCatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
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
import { itemsRead } from '../catalog-reads.ts';
import { catalogueHead } from '../catalogue-head.ts';
import { listArgFrom } from '../filters.ts';
import { loadCatalogue } from '../load-catalogue.ts';

const OUTCOMES = { found: FOUND, pastEnd: NOT_FOUND, failed: FAILED } as const;

async function load({ params: { store: kind = 'lawyers' }, query, read }: LoadInput): Promise<Outcome> {
  return isCatalogueKind(kind) ? OUTCOMES[await loadCatalogue(listArgFrom(kind, query), read)] : NOT_FOUND;
}

function head({ params: { store: kind = 'lawyers' }, query, site, selectData }: HeadInput): Head {
  if (!isCatalogueKind(kind)) return missingHead(site);
  const list = listArgFrom(kind, query);
  return catalogueHead(list, selectData(itemsRead, list), site);
}

export const catalogueRoute: RouteData = { load, head };
