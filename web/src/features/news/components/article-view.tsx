import { languageProps } from '@vidhi/contracts/script-language.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { formatDay } from '#shared/text/dates.ts';
import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { useSite } from '#shared/site/site-context.tsx';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { PictureFrame } from '#shared/ui/picture-frame.tsx';
import { StoredHtml } from '#shared/ui/stored-html.tsx';
import { VideoFacade } from '#shared/ui/video-facade.tsx';
import { splitStandfirst } from '../article-body.ts';
import { readTime, type Article } from '../article.ts';
import { crumbsOf } from '../crumbs.ts';
import { LazyArticleTools } from './lazy-article-tools.tsx';
import { ArticleBody } from './article-body.tsx';
import { Related } from './related.tsx';
import { Sidebar } from './sidebar.tsx';
import * as styles from '../article.module.css';
import * as comfortsStyles from '../comforts.module.css';
import * as newsStyles from '../news.module.css';

const MAX_SIDE_ADS = 2;
const HERO_SIZES = '(min-width: 64rem) 720px, 100vw';

export function ArticleView({ article }: { article: Article }) {
  const [standfirst, text] = splitStandfirst(article.content);
  return (
    <div className={`with-sidebar ${styles.withSidebarArticle}`}>
      <div>
        <article className={styles.article} {...languageProps(article.language)}>
          <div className={comfortsStyles.progress} aria-hidden="true" />
          <header className={styles.articleHead}>
            <Breadcrumb crumbs={crumbsOf(article)} />
            <h1>{article.title}</h1>
            {standfirst !== '' && <StoredHtml className={newsStyles.standfirst} html={standfirst} />}
            <Byline article={article} />
          </header>
          <ArticleHero article={article} />
          <LazyArticleTools article={article} />
          <ArticleBody
            id={article.id}
            text={text}
            paragraphsBeforeAd={standfirst === '' ? 3 : 2}
            texts={article.frame}
          />
          <Tags article={article} />
        </article>
        <HydratedApart>
          <Related id={article.id} texts={article.frame} />
        </HydratedApart>
      </div>
      <Sidebar without={[article]} maxAds={MAX_SIDE_ADS} />
    </div>
  );
}

function Byline({ article }: { article: Article }) {
  const { computedReadTime } = useSite();
  const { author, publishedAt, updatedAt, frame: texts } = article;
  const { published = formatDay(publishedAt), updated = formatDay(updatedAt) } = texts;
  return (
    <div className={styles.byline} lang={texts.language}>
      <p className={styles.bylineFacts}>
        {author !== null && (
          <span className={styles.bylineAuthor}>
            {texts.by}{' '}
            <PageLink to={paths.author(author.id)} rel="author">
              {author.name}
            </PageLink>
          </span>
        )}
        <span>
          {texts.publishedOn} <time dateTime={publishedAt}>{published}</time>
        </span>
        {updatedAt > publishedAt && updated !== published && (
          <span>
            {texts.updatedOn} <time dateTime={updatedAt}>{updated}</time>
          </span>
        )}
        <span>{readTime(article, computedReadTime)}</span>
      </p>
    </div>
  );
}

function ArticleHero({ article: { title, picture, video } }: { article: Article }) {
  if (video !== null)
    return (
      <div className={styles.articleHero}>
        <VideoFacade id={video} title={title} sizes={HERO_SIZES} poster={picture} isHero />
      </div>
    );
  if (picture === null) return null;
  return (
    <figure className={styles.articleHero}>
      <PictureFrame picture={picture} sizes={HERO_SIZES} ratio="wide" isHero />
      {picture.caption !== undefined && <figcaption>{picture.caption}</figcaption>}
    </figure>
  );
}

function Tags({ article: { categories, tags, frame: texts } }: { article: Article }) {
  if (tags.length === 0 && categories.length === 0) return null;
  return (
    <footer className={styles.labels}>
      {categories.length > 0 && (
        <p>
          <span className={styles.labelsName} lang={texts.language}>
            {texts.filedUnder}
          </span>
          {categories.map(({ slug, name }) => (
            <PageLink
              key={slug}
              className={`${styles.label} ${styles.labelCategory}`}
              to={paths.category(slug)}
            >
              {name}
            </PageLink>
          ))}
        </p>
      )}
      {tags.length > 0 && (
        <p>
          <span className={styles.labelsName} lang={texts.language}>
            {texts.tags}
          </span>
          {tags.map(({ slug, name }) => (
            <PageLink key={slug} className={styles.label} to={paths.tag(slug)}>
              {name}
            </PageLink>
          ))}
        </p>
      )}
    </footer>
  );
}
