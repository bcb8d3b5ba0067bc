import type { ReactNode } from 'react';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { isBelowFirstScreen } from '#shared/ui/late-layout.ts';
import { PageLinks } from '#shared/ui/page-links.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { adsFor, interleaveAds } from '../ad.ts';
import { useAdsQuery, useListQuery } from '../news-api.ts';
import type { CardPage } from '../news-reads.ts';
import type { Card } from '../post.ts';
import type { ListArg } from '../post-query.ts';
import { AdBox } from './ad-box.tsx';
import { Story } from './story.tsx';
import * as styles from '../news.module.css';

interface CardListProps {
  list: ListArg;
  pathOf: (page: number) => string;
  /** The category of the page, whose name the cards leave out. */
  within?: string;
}

/** One page of article cards with advertisements between them, and links to the other pages. */
export function CardList({ list, pathOf, within }: CardListProps) {
  const { currentData: data, isFetching } = useListQuery(list);
  if (isFetching && data === undefined) return <Skeleton shape="list" label="Loading news" />;
  if (data === undefined) return <p className="empty">Searched News not Available</p>;
  return <CardGrid data={data} pathOf={pathOf} within={within} />;
}

const CARDS_BETWEEN_ADS = 6;

interface CardGridProps {
  data: CardPage;
  pathOf: (page: number) => string;
  within?: string | undefined;
  /** Returns headline and note of a card that is a search result; results are rows on phones. */
  found?: (card: Card) => { headline: ReactNode; note: ReactNode };
}

export function CardGrid({ data, pathOf, within, found }: CardGridProps) {
  const { data: ads = [] } = useAdsQuery();
  const columnAds = adsFor(ads, 'One Column into List', 'Two Column into List');
  const isLed = found === undefined && data.page === 1;
  return (
    <HydratedApart>
      {data.cards.length === 0 && <p className="empty">Searched News not Available</p>}
      <div className={found === undefined ? styles.cards : `${styles.cards} ${styles.cardsRows}`}>
        {interleaveAds(data.cards, columnAds, CARDS_BETWEEN_ADS).map((entry, index) =>
          entry.kind === 'ad' ? (
            <AdBox key={`ad-${entry.ad.id}`} ad={entry.ad} />
          ) : (
            <Story
              key={entry.item.id}
              card={entry.item}
              size={index === 0 && isLed ? 'wide' : 'card'}
              heading={2}
              showCategory={entry.item.category?.slug !== within}
              isHero={index === 0}
              isLate={isBelowFirstScreen(index)}
              headline={found?.(entry.item).headline}
            >
              {found?.(entry.item).note}
            </Story>
          ),
        )}
      </div>
      {data.total > 0 && <PageLinks page={data.page} pageCount={data.pageCount} pathOf={pathOf} />}
    </HydratedApart>
  );
}
