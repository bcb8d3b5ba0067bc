import type { Article } from '../article.ts';
import { ArticleTools } from './article-tools.tsx';
import { useViewCount } from './use-view-count.ts';

/** The article tools, and the registration of the view. */
export function CountedTools({ article }: { article: Article }) {
  useViewCount(article.id, article.views);
  return <ArticleTools article={article} />;
}
