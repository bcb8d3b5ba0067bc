import { paths } from '#shared/routing/paths.ts';
import { FAILED, FOUND, NOT_FOUND, type Outcome, type Reader } from '#shared/routing/route.ts';
import { hostedPageRead } from '#shared/hosted-page/hosted-page.ts';
import { redirectRenamed } from './load-list.ts';
import { articleRead, categoryRead, relatedRead } from './news-reads.ts';
import { articlePath } from './post.ts';
import { categorySlugRead, slugRead } from './renamed-reads.ts';

/** Loads an article or, where the path has no category (`catslug` null), a hosted page; redirects former slugs. */
export async function loadArticle(read: Reader, slug: string, catslug: string | null): Promise<Outcome> {
  const [article, category] = await Promise.all([
    read(articleRead, slug),
    catslug === null ? null : read(categoryRead, catslug),
  ]);
  if (!article.ok || category?.ok === false) return FAILED;
  if (article.value !== null) {
    if (catslug !== null && category?.value === null)
      return redirectRenamed(read, categorySlugRead, catslug, (current) => paths.article(slug, current));
    await read(relatedRead, article.value.id);
    return FOUND;
  }
  if (catslug === null) {
    const page = await read(hostedPageRead, slug);
    if (!page.ok) return FAILED;
    if (page.value !== null) return FOUND;
  }
  return loadRenamed(read, slug);
}

/** Redirects the former slug of a renamed article. */
async function loadRenamed(read: Reader, slug: string): Promise<Outcome> {
  const renamed = await read(slugRead, slug);
  if (!renamed.ok) return FAILED;
  const current = renamed.value;
  if (current === null || current === slug) return NOT_FOUND;
  const article = await read(articleRead, current);
  if (!article.ok) return FAILED;
  if (article.value === null) return NOT_FOUND;
  const { categories } = article.value;
  return { status: 301, location: articlePath({ slug: current, category: categories[0] ?? null }) };
}
