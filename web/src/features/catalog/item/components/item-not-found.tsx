import { PageLink } from '#shared/ui/page-link.tsx';
import { STORES, storePath, type Store } from '#shared/catalogue/stores.ts';

/** The not-found page of an item, in the words of the specification. */
export function ItemNotFound({ store }: { store: Store }) {
  return (
    <div className="missing">
      <p className="missing__code" aria-hidden="true">
        404
      </p>
      <h1>Item Not Found</h1>
      <p>The address may be old or mistyped, or the item is no longer in the catalogue.</p>
      <p>
        <PageLink to={storePath(store)}>{`Back to ${STORES[store].label}`}</PageLink>
      </p>
    </div>
  );
}
