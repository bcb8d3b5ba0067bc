import { PageLink } from '#shared/ui/page-link.tsx';
import { STORES, storePath, type Store } from '#shared/catalogue/stores.ts';

/** The not-found page of an item. */
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

/** Shown when the request for the item fails. */
export function ItemUnavailable() {
  return (
    <div className="missing">
      <h1>This page cannot be shown just now</h1>
      <p>It exists, but our servers did not answer in time. Please try again in a moment.</p>
      <button className="button needs-script" type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </div>
  );
}
