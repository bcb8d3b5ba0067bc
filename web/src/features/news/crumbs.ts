import { paths } from '#shared/routing/paths.ts';
import type { Crumb } from '#shared/ui/breadcrumb.tsx';
import type { Article } from './article.ts';

/** Home, the parent category and the category of an article. */
export function crumbsOf({ categories, parent }: Pick<Article, 'categories' | 'parent'>): Crumb[] {
  const crumbs = [{ name: 'Home', path: paths.home() }];
  if (parent !== null) crumbs.push({ name: parent.name, path: paths.category(parent.slug) });
  const [first] = categories;
  if (first !== undefined) crumbs.push({ name: first.name, path: paths.category(first.slug) });
  return crumbs;
}
