import type { SideBlock } from '@vidhi/contracts/home-blocks.ts';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import type { Card } from '../post.ts';
import { RecentPosts, SideAds, SIDEBAR_LABEL } from './sidebar.tsx';

interface FrontSidebarProps {
  recent: readonly Card[];
  blocks: readonly SideBlock[];
}

/** The sidebar of the front page, with articles that the page does not show. */
export const FrontSidebar = ({ recent, blocks }: FrontSidebarProps) =>
  blocks.length > 0 && (
    <aside className="sidebar late-layout" aria-label={SIDEBAR_LABEL}>
      <HydratedApart>
        {blocks.map((block) =>
          block === 'ads' ? <SideAds key={block} /> : <RecentPosts key={block} cards={recent} size="line" />,
        )}
      </HydratedApart>
    </aside>
  );
