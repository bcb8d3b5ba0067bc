import { Type, type Static } from 'typebox';

/** Response of cart-orders to `GET /internal/seller`: the settings of the seller that are missing. */
export const SellerState = Type.Object({ missing: Type.Array(Type.String()) });
export type SellerState = Static<typeof SellerState>;
