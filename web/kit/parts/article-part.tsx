import { ArticleBody } from '../../src/features/news/components/article-body.tsx';
import { ArticleTools } from '../../src/features/news/components/article-tools.tsx';
import { HostedPageView } from '#shared/hosted-page/hosted-page-view.tsx';
import { Related } from '../../src/features/news/components/related.tsx';
import { ENGLISH_FRAME } from '../../src/features/news/article-frame.ts';
import { VideoFacade } from '#shared/ui/video-facade.tsx';
import { aDrawing, article } from '../kit-data.ts';
import { Part, Sample } from '../sample.tsx';
import * as styles from '../../src/features/news/comforts.module.css';
import * as articleStyles from '../../src/features/news/article.module.css';

export function ArticlePart() {
  return (
    <Part title="Article">
      <Sample name="Tools">
        <div className={styles.articleTools}>
          <ArticleTools article={article} />
        </div>
      </Sample>
      <Sample name="Body: contents, quotation, lists, table, footnote, advertisement">
        <div className={articleStyles.article}>
          <ArticleBody id={article.id} text={article.content} paragraphsBeforeAd={3} texts={ENGLISH_FRAME} />
        </div>
      </Sample>
      <Sample name="Video, before it is played">
        <VideoFacade id="aaaaaaaaaaa" title="The hearing" sizes="640px" poster={aDrawing} />
      </Sample>
      <Sample name="Related news">
        <Related id={article.id} texts={article.frame} />
      </Sample>
      <Sample name="Hosted page whose host may not stand in a frame">
        <HostedPageView
          page={{
            name: 'refund-policy',
            title: '',
            description: 'How refunds work.',
            content: '',
            targetUrl: 'https://else.example/a',
          }}
        />
      </Sample>
    </Part>
  );
}
