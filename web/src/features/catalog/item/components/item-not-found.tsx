import { PageLink } from '../../../../shared/ui/page-link.tsx';
import { STORES, storePath, type Store } from '../../../../shared/stores.ts';

const ALL = Object.keys(STORES) as Store[];

/** No such item, or no such store: then all stores are offered. */
export function ItemNotFound({ store }: { store: Store | null }) {
  return (
    <div className="missing">
      <p className="missing__code" aria-hidden="true">
        404
      </p>
      <h1>Item Not Found</h1>
      <p>The address may be old or mistyped, or the item is no longer in the catalogue.</p>
      {(store === null ? ALL : [store]).map((name) => (
        <p key={name}>
          <PageLink to={storePath(name)}>
            {store === null ? STORES[name].label : `Back to ${STORES[name].label}`}
          </PageLink>
        </p>
      ))}
    </div>
  );
}

/** The item is there, and cannot be read. */
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
