import { useSyncExternalStore } from 'react';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { useSession, useSessionStatus } from '#shared/session/session.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import '#shared/catalogue/card.css';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { WaitForConfig } from '#shared/ui/wait-for-config.tsx';
import { ItemNotFound } from '../item/components/item-not-found.tsx';
import { ItemView } from '../item/components/item-view.tsx';
import { useItemQuery } from '../item/item-api.ts';
import { itemIdFrom, type ItemArg } from '../item/item-reads.ts';
import { isCatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

/** `/catalogs/{store}/{id}/{slug}`: one book, lawyer or firm. */
export function ItemPage() {
  const { store: kind, id = '', slug = '' } = useRouteParams();
  const number = itemIdFrom(id);
  if (!isCatalogueKind(kind)) return <NotFound />;
  if (number === null) return <ItemNotFound kind={kind} />;
  return (
    <WaitForConfig>
      <Item key={`${kind}/${number}/${slug}`} wanted={{ kind, id: number, slug }} />
    </WaitForConfig>
  );
}

const OwnItem = lazyPart('own-item', () =>
  import('../item/components/own-item.tsx').then((module) => module.OwnItem),
);

function Item({ wanted }: { wanted: ItemArg }) {
  const { currentData: item, isError } = useItemQuery(wanted);
  if (item) return <ItemView item={item} />;
  if (item === null) return <MissingItem {...wanted} />;
  return isError ? <Unavailable /> : <Skeleton shape="article" label="Loading the item" />;
}

const subscribeToNothing = () => () => undefined;

/** An item that the site does not show may be the own profile of somebody who has logged in. */
function MissingItem(wanted: ItemArg) {
  const session = useSession();
  const status = useSessionStatus();
  // The status may have changed before this part of the document is hydrated, whose markup is that of the server.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  if (wanted.kind === 'books') return <ItemNotFound kind="books" />;
  if (!isHydrated || status === 'unknown')
    return (
      <div className="until-session">
        <ItemNotFound kind={wanted.kind} />
      </div>
    );
  if (session !== null) return <OwnItem {...wanted} />;
  return status === 'resuming' ? (
    <Skeleton shape="article" label="Loading the item" />
  ) : (
    <ItemNotFound kind={wanted.kind} />
  );
}
