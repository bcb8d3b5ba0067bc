import { useMemo } from 'react';
import { adsFor } from '../ad.ts';
import { splitAfterParagraph, withScrollingTables } from '../article-body.ts';
import type { Article } from '../article.ts';
import { useAdsQuery } from '../news-api.ts';
import { AdBox } from './ad-box.tsx';

const PARAGRAPHS_BEFORE_AD = 3;

/** The only place where an editor's HTML enters a page; the news service has sanitised it. */
export function ArticleBody({ article }: { article: Article }) {
  const { data: ads = [] } = useAdsQuery();
  const [first, rest] = useMemo(
    () => splitAfterParagraph(withScrollingTables(article.content), PARAGRAPHS_BEFORE_AD),
    [article.content],
  );
  const inner = adsFor(ads, 'Inner Content');
  const ad = inner[article.id % Math.max(1, inner.length)];
  return (
    <div className="prose">
      <div dangerouslySetInnerHTML={{ __html: first }} />
      {rest !== undefined && ad !== undefined && <AdBox ad={ad} />}
      {rest !== undefined && <div dangerouslySetInnerHTML={{ __html: rest }} />}
    </div>
  );
}
