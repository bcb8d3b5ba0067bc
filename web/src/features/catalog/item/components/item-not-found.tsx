import { NotFound } from '#shared/ui/not-found.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { CATALOGUE_KINDS, cataloguePath, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';

/** The not-found page of an item, in the words of the specification. */
export function ItemNotFound({ kind }: { kind: CatalogueKind }) {
  return (
    <NotFound>
      <div className="missing">
        <p className="missing__code" aria-hidden="true">
          404
        </p>
        <h1>Item Not Found</h1>
        <p>The address may be old or mistyped, or the item is no longer in the catalogue.</p>
        <p>
          <PageLink to={cataloguePath(kind)}>{`Back to ${CATALOGUE_KINDS[kind].label}`}</PageLink>
        </p>
      </div>
    </NotFound>
  );
}
