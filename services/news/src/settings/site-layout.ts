import { policyLinksOf } from '@vidhi/contracts/return-policy.ts';
import { siteLayoutOf, type SiteLayout, type SiteLink } from '@vidhi/contracts/site-layout.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { hostedPageCollection } from '@vidhi/collections/news/hosted-page.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';

const SINGLE_ID = 1;

/** `refund-policy` as `Refund policy`. */
function nameOf(page: string): string {
  const words = page.replaceAll(/[-_]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const pathOf = (name: string): string => `/${encodeURIComponent(name)}`;

/** Returns the links to the pages with conditions of the shop, and to those that staff have chosen for the foot. */
function footPages(model: ReadModel): SiteLink[] {
  const shown = documentsOf(model, hostedPageCollection)
    .list()
    .flatMap(({ name, title, in_foot: inFoot, is_draft: isDraft }) =>
      name === null || name === '' || isDraft === true
        ? []
        : { name, title: title || null, inFoot: inFoot === true },
    );
  const policies = policyLinksOf(shown.map(({ name }) => name));
  const links = new Map(policies.map(({ name, label }) => [name, label]));
  for (const { name, title, inFoot } of shown)
    if (inFoot) links.set(name, title ?? links.get(name) ?? nameOf(name));
  return [...links].map(([name, label]) => ({ name: label, path: pathOf(name) }));
}

/** Returns menu and foot as they are now. */
export function siteLayout(model: ReadModel): SiteLayout {
  const options = documentsOf(model, siteOptionCollection).get(SINGLE_ID);
  return siteLayoutOf({ menu: options?.menu_links, foot: options?.foot_columns }, footPages(model));
}
