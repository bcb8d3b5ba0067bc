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
import { itemHead } from '../item/item-head.ts';
import { itemRead } from '../item/item-reads.ts';
import { itemArgFrom, loadItem } from '../item/load-item.ts';

async function load({ params, read }: LoadInput): Promise<Outcome> {
  const item = await loadItem(params, read);
  return item === undefined ? FAILED : item === null ? NOT_FOUND : FOUND;
}

function head({ params, site, selectData }: HeadInput): Head | null {
  const wanted = itemArgFrom(params);
  const item = wanted === null ? null : selectData(itemRead, wanted);
  if (!item) return item === null ? missingHead(site) : null;
  return itemHead(item, site);
}

export const itemRoute: RouteData = { load, head };
