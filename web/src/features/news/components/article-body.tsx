import { useMemo } from 'react';
import { adsFor } from '../ad.ts';
import { MIN_HEADINGS_FOR_CONTENTS, withHeadingAnchors } from '../article-headings.ts';
import { withScrollingTables } from '#shared/text/scrolling-tables.ts';
import { beginsWithLead, splitAfterParagraph } from '../article-body.ts';
import type { Article } from '../article.ts';
import { useAdsQuery } from '../news-api.ts';
import { AdBox } from './ad-box.tsx';
import { Contents } from './contents.tsx';

const PARAGRAPHS_BEFORE_AD = 3;

/** Renders the HTML of an article, which the news service has sanitised, with the inline advertisement. */
export function ArticleBody({ article }: { article: Article }) {
  const { data: ads = [] } = useAdsQuery();
  const { first, rest, headings, hasLead } = useMemo(() => {
    const anchored = withHeadingAnchors(withScrollingTables(article.content));
    const [before, after] = splitAfterParagraph(anchored.html, PARAGRAPHS_BEFORE_AD);
    return { first: before, rest: after, headings: anchored.headings, hasLead: beginsWithLead(before) };
  }, [article.content]);
  const inner = adsFor(ads, 'Inner Content');
  const ad = inner[article.id % Math.max(1, inner.length)];
  return (
    <>
      {headings.length >= MIN_HEADINGS_FOR_CONTENTS && <Contents headings={headings} />}
      <div className={hasLead ? 'prose prose--lead' : 'prose'}>
        <div dangerouslySetInnerHTML={{ __html: first }} />
        {rest !== undefined && ad !== undefined && <AdBox ad={ad} />}
        {rest !== undefined && <div dangerouslySetInnerHTML={{ __html: rest }} />}
      </div>
    </>
  );
}
