import { Type, type Static } from 'typebox';

/** A bill or credit note with characters that no font has. */
export const UnprintableDocument = Type.Object({
  /** Number of the document, as `BS/26-27/000001`. */
  number: Type.String(),
  orderNumber: Type.Union([Type.String(), Type.Null()]),
  /** The characters that it has '?' for. */
  characters: Type.Array(Type.String()),
  /** When it was rendered first. */
  at: Type.String(),
});
export type UnprintableDocument = Static<typeof UnprintableDocument>;

/** Response of cart-orders to `GET /internal/unprintable-documents?from=&to=`, oldest first. */
export const UnprintableDocuments = Type.Object({ documents: Type.Array(UnprintableDocument) });
