import { Fragment, useSyncExternalStore, type ReactNode } from 'react';
import { MAIN_BLOCKS, SIDE_BLOCKS, type MainBlock } from '@vidhi/contracts/home-blocks.ts';
import { formatLongDay } from '#shared/text/dates.ts';
import { useLayoutQuery, useSettingsQuery } from '#shared/site/site-api.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { paths } from '#shared/routing/paths.ts';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { ArrowIcon } from '#shared/ui/icons.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { adsFor, interleaveAds } from '../ad.ts';
import { AdBox } from '../components/ad-box.tsx';
import { ProductSlider } from '../components/product-slider.tsx';
import { FrontSidebar } from '../components/front-sidebar.tsx';
import { Story } from '../components/story.tsx';
import { EMPTY_HOME, hiddenBlocks, LATEST_PICTURED, orderBlocks, type HomeBlock } from '../home.ts';
import { useMenuQuery } from '../menu.ts';
import { useHomeQuery } from '../home-api.ts';
import { useAdsQuery, useStandfirstQuery } from '../news-api.ts';
import type { Card, Label } from '../post.ts';
import * as styles from '../front.module.css';
import * as newsStyles from '../news.module.css';

const UNDER_LEAD = 2;
const BESIDE_LEAD = LATEST_PICTURED - 1 - UNDER_LEAD;
const BLOCKS_BETWEEN_ADS = 2;

/** The front page: latest, trending, recent, and a block for each category, as staff has ordered them. */
export function HomePage() {
  const { data: settings } = useSettingsQuery();
  const { data: layout } = useLayoutQuery();
  const chosen = layout?.home;
  const { data: home = EMPTY_HOME, isLoading } = useHomeQuery(hiddenBlocks(chosen));
  const { data: menu = [] } = useMenuQuery();
  const { data: ads = [] } = useAdsQuery();
  if (isLoading) return <Skeleton shape="front" label="Loading the front page" />;
  const blocks = orderBlocks(home.blocks, chosen?.categories ?? menu);
  const columnAds =
    chosen?.list_ads === false
      ? []
      : [...adsFor(ads, 'Two Column into List'), ...adsFor(ads, 'One Column into List')];
  const side = chosen?.side ?? SIDE_BLOCKS;
  const parts: Record<MainBlock, () => ReactNode> = {
    latest: () => (
      <HydratedApart>
        <Latest cards={home.latest} />
      </HydratedApart>
    ),
    trending: () =>
      home.trending.length > 0 && (
        <HydratedApart>
          <Trending cards={home.trending} />
        </HydratedApart>
      ),
    products: () => settings?.showProducts === true && <ProductSlider />,
    categories: () => (
      <div className={side.length === 0 ? undefined : 'with-sidebar'}>
        <div className={styles.blocks}>
          {interleaveAds(blocks, columnAds, BLOCKS_BETWEEN_ADS).map((entry) =>
            entry.kind === 'ad' ? (
              <AdBox key={`ad-${entry.ad.id}`} ad={entry.ad} />
            ) : (
              <HydratedApart key={entry.item.slug}>
                <CategoryBlock block={entry.item} />
              </HydratedApart>
            ),
          )}
        </div>
        <FrontSidebar recent={home.recent} blocks={side} />
      </div>
    ),
  };
  return (
    <div className={styles.front}>
      <Dateline />
      {(chosen?.main ?? MAIN_BLOCKS).map((block) => (
        <Fragment key={block}>{parts[block]()}</Fragment>
      ))}
    </div>
  );
}

const subscribeToNothing = () => () => undefined;
const today = (): string => formatLongDay(new Date());

/** Today's date, rendered in the browser only: the server's document may be cached over midnight. */
function Dateline() {
  const day = useSyncExternalStore(subscribeToNothing, today, () => '');
  return <p className={styles.frontDate}>{day}</p>;
}

function Latest({ cards }: { cards: readonly Card[] }) {
  const [lead, ...others] = cards;
  if (lead === undefined) return <p className="empty">Searched News not Available</p>;
  return (
    <section className={styles.latest} aria-labelledby="latest-title">
      <h2 className="visually-hidden" id="latest-title">
        Latest news
      </h2>
      <div className={styles.latestFirst}>
        <Story card={lead} size="lead" isHero>
          <Standfirst id={lead.id} />
        </Story>
        <div className={styles.latestUnder}>
          {others.slice(0, UNDER_LEAD).map((card) => (
            <Story key={card.id} card={card} size="row" />
          ))}
        </div>
      </div>
      <div className={styles.latestBeside}>
        {others.slice(UNDER_LEAD, UNDER_LEAD + BESIDE_LEAD).map((card) => (
          <Story key={card.id} card={card} size="card" />
        ))}
      </div>
      <div className={`${styles.latestList} late-layout`}>
        {others.slice(UNDER_LEAD + BESIDE_LEAD).map((card) => (
          <Story key={card.id} card={card} size="line" />
        ))}
      </div>
    </section>
  );
}

function Standfirst({ id }: { id: number }) {
  const { data = '' } = useStandfirstQuery(id);
  return data === '' ? null : <p className={newsStyles.standfirst}>{data}</p>;
}

function Trending({ cards }: { cards: readonly Card[] }) {
  return (
    <section className={`${styles.trending} late-layout`} aria-labelledby="trending-title">
      <h2 className="rubric" id="trending-title">
        Trending
      </h2>
      <ol className={styles.trendingList}>
        {cards.map((card) => (
          <li key={card.id}>
            <Story card={card} size="line" showCategory={false} showDate={false} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function CategoryBlock({ block }: { block: HomeBlock & Label }) {
  const first = block.cards.find(({ picture }) => picture !== null) ?? block.cards[0];
  const rest = block.cards.filter((card) => card !== first);
  const id = `block-${block.slug}`;
  return (
    <section className={`${styles.block} late-layout`} aria-labelledby={id}>
      <div className={styles.blockHead}>
        <h2 className={styles.blockTitle} id={id}>
          <PageLink to={paths.category(block.slug)}>{block.name}</PageLink>
        </h2>
        <PageLink
          className={styles.blockAll}
          to={paths.category(block.slug)}
          aria-label={`All news in ${block.name}`}
        >
          All <ArrowIcon direction="right" />
        </PageLink>
      </div>
      <div className={styles.blockBody}>
        {first !== undefined && <Story card={first} size="wide" showCategory={false} />}
        {rest.length > 0 && (
          <div className={styles.blockList}>
            {rest.map((card) => (
              <Story key={card.id} card={card} size="line" showCategory={false} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
