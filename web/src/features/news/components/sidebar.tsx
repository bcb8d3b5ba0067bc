import { adsFor } from '../ad.ts';
import { CachedFragment } from '#shared/ui/cached-fragment.tsx';
import { useAdsQuery, useRecentQuery } from '../news-api.ts';
import type { Card } from '../post.ts';
import { AdBox } from './ad-box.tsx';
import { Story } from './story.tsx';
import * as styles from '../news.module.css';

const LABEL = 'Recent posts and advertisements';
const MAX_ADS_OF_ARTICLE = 2;

/** The six newest articles and the advertisements of the sidebar. */
export function Sidebar() {
  return (
    <CachedFragment name="sidebar" as="aside" className="sidebar" aria-label={LABEL}>
      <SidebarContent />
    </CachedFragment>
  );
}

/** The sidebar of an article, without that article. */
export const ArticleSidebar = ({ id }: { id: number }) => (
  <aside className="sidebar" aria-label={LABEL}>
    <SidebarContent without={id} maxAds={MAX_ADS_OF_ARTICLE} />
  </aside>
);

/** The sidebar of the front page, with articles that the page does not show. */
export const FrontSidebar = ({ recent }: { recent: readonly Card[] }) => (
  <aside className="sidebar" aria-label={LABEL}>
    <RecentPosts cards={recent} size="line" />
    <SideAds />
  </aside>
);

interface SidebarContentProps {
  /** Id of an article to leave out. */
  without?: number;
  maxAds?: number;
}

export function SidebarContent({ without, maxAds }: SidebarContentProps) {
  const { data: newest = [] } = useRecentQuery();
  return (
    <>
      <RecentPosts cards={newest.filter(({ id }) => id !== without)} size="row" />
      <SideAds max={maxAds} />
    </>
  );
}

const RecentPosts = ({ cards, size }: { cards: readonly Card[]; size: 'row' | 'line' }) =>
  cards.length > 0 && (
    <section className={styles.sidebarRecent}>
      <h2 className="rubric">Recent posts</h2>
      {cards.map((card) => (
        <Story key={card.id} card={card} size={size} showCategory={false} />
      ))}
    </section>
  );

function SideAds({ max }: { max?: number | undefined }) {
  const { data: ads = [] } = useAdsQuery();
  return adsFor(ads, 'Side Bar')
    .slice(0, max)
    .map((ad) => <AdBox key={ad.id} ad={ad} />);
}
