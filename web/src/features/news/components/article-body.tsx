import { useMemo } from 'react';
import { adsFor } from '../ad.ts';
import { MIN_HEADINGS_FOR_CONTENTS, withHeadingAnchors } from '../article-headings.ts';
import { withAllowedFrames } from '#shared/text/allowed-frames.ts';
import { withScrollingTables } from '#shared/text/scrolling-tables.ts';
import { splitAfterParagraph } from '../article-body.ts';
import { useSite } from '#shared/site/site-context.tsx';
import { StoredHtml } from '#shared/ui/stored-html.tsx';
import type { FrameTexts } from '#shared/text/frame-texts.ts';
import { useAdsQuery } from '../news-api.ts';
import { AdBox } from './ad-box.tsx';
import { Contents } from './contents.tsx';

interface ArticleBodyProps {
  id: number;
  /** HTML, sanitised by the news service. */
  text: string;
  /** Paragraphs of the text before the advertisement; one less where the first one is the standfirst. */
  paragraphsBeforeAd: number;
  /** Texts of the frame, in the language of the article. */
  texts: FrameTexts;
}

/** Renders the text of an article with the inline advertisement. */
export function ArticleBody({ id, text, paragraphsBeforeAd, texts }: ArticleBodyProps) {
  const { data: ads = [] } = useAdsQuery();
  const { frameHosts } = useSite();
  const { first, rest, headings } = useMemo(() => {
    const anchored = withHeadingAnchors(withScrollingTables(withAllowedFrames(text, frameHosts)));
    const [start, end] = splitAfterParagraph(anchored.html, paragraphsBeforeAd);
    return { first: start, rest: end, headings: anchored.headings };
  }, [text, paragraphsBeforeAd, frameHosts]);
  const inner = adsFor(ads, 'Inner Content');
  const ad = inner[id % Math.max(1, inner.length)];
  return (
    <>
      {headings.length >= MIN_HEADINGS_FOR_CONTENTS && <Contents headings={headings} texts={texts} />}
      <div className="prose">
        <StoredHtml html={first} />
        {rest !== undefined && ad !== undefined && <AdBox ad={ad} />}
        {rest !== undefined && <StoredHtml html={rest} />}
      </div>
    </>
  );
}
