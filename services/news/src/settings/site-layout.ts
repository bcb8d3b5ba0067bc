import { policyLinksOf } from '@vidhi/contracts/return-policy.ts';
import {
  checkedHomeBlocks,
  type CategoryLabel,
  type HomeBlocks,
  type HomeLayout,
} from '@vidhi/contracts/home-blocks.ts';
import { siteLayoutOf, type SiteLayout, type SiteLink } from '@vidhi/contracts/site-layout.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
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

/** Returns the names of categories as pages show them, without deleted categories. */
function labelsOf(model: ReadModel, ids: readonly number[]): CategoryLabel[] {
  const categories = documentsOf(model, categoryCollection);
  return ids.flatMap((id) => {
    const category = categories.get(id);
    if (category === undefined || !category.slug) return [];
    return [{ name: category.title || category.name || category.slug, slug: category.slug }];
  });
}

/** Returns the blocks of the front page with the names of their categories. */
const homeLayout = (model: ReadModel, { categories, ...blocks }: HomeBlocks): HomeLayout => ({
  ...blocks,
  ...(categories === null ? {} : { categories: labelsOf(model, categories) }),
});

/** Returns menu, footer and front page; `blocks` replaces the stored blocks, for a preview. */
export function siteLayout(model: ReadModel, blocks?: HomeBlocks): SiteLayout {
  const options = documentsOf(model, siteOptionCollection).get(SINGLE_ID);
  const home = blocks ?? checkedHomeBlocks(options?.home_blocks).value;
  return {
    ...siteLayoutOf({ menu: options?.menu_links, foot: options?.foot_columns }, footPages(model)),
    ...(home === undefined ? {} : { home: homeLayout(model, home) }),
  };
}
