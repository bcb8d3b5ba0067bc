import { adsFor } from '../ad.ts';
import { KeptPart } from '../../../shared/ui/kept-part.tsx';
import { useAdsQuery, useRecentQuery } from '../news-api.ts';
import { AdBox } from './ad-box.tsx';
import { Story } from './story.tsx';

/** The six newest articles and the advertisements of the side bar. */
export function Sidebar() {
  return (
    <KeptPart name="sidebar" as="aside" className="sidebar" aria-label="Recent posts and advertisements">
      <SidebarContent />
    </KeptPart>
  );
}

export function SidebarContent() {
  const { data: recent = [] } = useRecentQuery();
  const { data: ads = [] } = useAdsQuery();
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
      {adsFor(ads, 'Side Bar').map((ad) => (
        <AdBox key={ad.id} ad={ad} />
      ))}
    </>
  );
}
