import { useParams } from 'react-router-dom';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import '#shared/catalogue/card.css';
import { NotFound } from '#shared/ui/not-found.tsx';
import { Unavailable } from '#shared/ui/unavailable.tsx';
import { WaitForConfig } from '#shared/ui/wait-for-config.tsx';
import { ItemNotFound } from '../item/components/item-not-found.tsx';
import { ItemView } from '../item/components/item-view.tsx';
import { useItemQuery } from '../item/item-api.ts';
import { itemIdFrom, type ItemArg } from '../item/item-reads.ts';
import { isStore } from '#shared/catalogue/stores.ts';

/** `/catalogs/{store}/{id}/{slug}`: one book, lawyer or firm. */
export function ItemPage() {
  const { store, id = '', slug = '' } = useParams();
  const number = itemIdFrom(id);
  if (!isStore(store)) return <NotFound />;
  if (number === null) return <ItemNotFound store={store} />;
  return (
    <WaitForConfig>
      <Item key={`${store}/${number}/${slug}`} wanted={{ store, id: number, slug }} />
    </WaitForConfig>
  );
}

function Item({ wanted }: { wanted: ItemArg }) {
  const { currentData: item, isError } = useItemQuery(wanted);
  if (item) return <ItemView item={item} />;
  if (item === null) return <ItemNotFound store={wanted.store} />;
  return isError ? <Unavailable /> : <Skeleton shape="article" label="Loading the item" />;
}
