import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { adsFor } from '../ad.ts';
import { useAdsQuery, useListQuery, useRecentQuery } from '../news-api.ts';
import type { ListArg } from '../post-query.ts';
import type { Card } from '../post.ts';
import { AdBox } from './ad-box.tsx';
import { Story } from './story.tsx';
import * as styles from '../news.module.css';

export const SIDEBAR_LABEL = 'Recent posts and advertisements';

/** The sidebar of a list, without its articles. */
export function ListSidebar({ list }: { list: ListArg }) {
  const { currentData } = useListQuery(list);
  return <Sidebar without={currentData?.cards ?? []} />;
}

interface SidebarProps {
  /** Articles that the page shows. */
  without: readonly { id: number }[];
  maxAds?: number;
}

/** The newest articles that the page does not show, and the advertisements of the sidebar. */
export function Sidebar({ without, maxAds }: SidebarProps) {
  const { data: newest = [] } = useRecentQuery();
  return (
    <aside className="sidebar late-layout" aria-label={SIDEBAR_LABEL}>
      <HydratedApart>
        <RecentPosts cards={newest.filter(({ id }) => without.every((card) => card.id !== id))} size="row" />
        <SideAds max={maxAds} />
      </HydratedApart>
    </aside>
  );
}

export const RecentPosts = ({ cards, size }: { cards: readonly Card[]; size: 'row' | 'line' }) =>
  cards.length > 0 && (
    <section className={styles.sidebarRecent}>
      <h2 className="rubric">Recent posts</h2>
      {cards.map((card) => (
        <Story key={card.id} card={card} size={size} showCategory={false} />
      ))}
    </section>
  );

export function SideAds({ max }: { max?: number | undefined }) {
  const { data: ads = [] } = useAdsQuery();
  return adsFor(ads, 'Side Bar')
    .slice(0, max)
    .map((ad) => <AdBox key={ad.id} ad={ad} />);
}
