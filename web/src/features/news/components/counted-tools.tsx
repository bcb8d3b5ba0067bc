import type { Article } from '../article.ts';
import { ArticleTools } from './article-tools.tsx';
import { useViewCount } from './use-view-count.ts';

/** What comes once the article is there: its tools, and the count of its view. */
export function CountedTools({ article }: { article: Article }) {
  useViewCount(article.id, article.views);
  return <ArticleTools article={article} />;
}
