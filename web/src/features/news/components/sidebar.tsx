import { adsFor } from '../ad.ts';
import { KeptPart } from '../../../shared/ui/kept-part.tsx';
import { useAdsQuery, useRecentQuery } from '../news-api.ts';
import { AdBox } from './ad-box.tsx';
import { Story } from './story.tsx';

const LABEL = 'Recent posts and advertisements';
/** Beside an article; it is to outweigh them. */
const MAX_ADS_OF_ARTICLE = 2;

/** The six newest articles and the advertisements of the side bar. */
export function Sidebar() {
  return (
    <KeptPart name="sidebar" as="aside" className="sidebar" aria-label={LABEL}>
      <SidebarContent />
    </KeptPart>
  );
}

/** The same beside an article, without that article. */
export const ArticleSidebar = ({ id }: { id: number }) => (
  <aside className="sidebar" aria-label={LABEL}>
    <SidebarContent without={id} maxAds={MAX_ADS_OF_ARTICLE} />
  </aside>
);

interface SidebarContentProps {
  /** Id of an article that is left out. */
  without?: number;
  maxAds?: number;
}

export function SidebarContent({ without, maxAds = Number.POSITIVE_INFINITY }: SidebarContentProps) {
  const { data: newest = [] } = useRecentQuery();
  const { data: ads = [] } = useAdsQuery();
  const recent = newest.filter(({ id }) => id !== without);
  return (
    <>
      {recent.length > 0 && (
        <section className="sidebar__recent">
          <h2 className="rubric">Recent posts</h2>
          {recent.map((card) => (
            <Story key={card.id} card={card} size="row" showCategory={false} />
          ))}
        </section>
      )}
      {adsFor(ads, 'Side Bar')
        .slice(0, maxAds)
        .map((ad) => (
          <AdBox key={ad.id} ad={ad} />
        ))}
    </>
  );
}
