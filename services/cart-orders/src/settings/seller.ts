import { isMailable } from '@vidhi/contracts/email-address.ts';
import type { OrderHelp } from '@vidhi/contracts/order-status.ts';
import {
  EXAMPLE_SELLER,
  SELLER_SETTINGS,
  namesSeller,
  type SellerSetting,
} from '@vidhi/contracts/seller-examples.mjs';
import type { ShopSettings } from '@vidhi/contracts/shop-settings.ts';
import type { Seller } from '../bills/bill.ts';

/** Variables are not checked when they are read, unlike settings of the console. */
const isUnusable = (name: SellerSetting, value: string): boolean =>
  value === '' || (name === 'seller_email' && !isMailable(value));

/**
 * Returns which settings of the seller are missing, name nobody or cannot be mailed; without one of them nobody may be charged.
 */
export const missingOfSeller = (settings: Pick<ShopSettings, SellerSetting>): string[] =>
  SELLER_SETTINGS.filter((name) => isUnusable(name, settings[name]) || !namesSeller(settings[name]));

/** Returns the seller, with an example for what is not set; a specimen while anything of it is missing. */
export function sellerOf(settings: ShopSettings): Seller {
  const value = (name: SellerSetting): string =>
    isUnusable(name, settings[name]) ? EXAMPLE_SELLER[name] : settings[name];
  return {
    name: value('seller_name'),
    address: value('seller_address'),
    email: value('seller_email'),
    phone: value('seller_phone'),
    gstin: settings.seller_gstin || null,
    grievanceOfficer: namesSeller(settings.seller_grievance_officer) ? settings.seller_grievance_officer : '',
    ...(missingOfSeller(settings).length === 0 ? {} : { isSpecimen: true }),
  };
}

/** Returns how buyers reach the seller. */
export function helpOf(settings: ShopSettings): OrderHelp {
  const { email, phone } = sellerOf(settings);
  return { email, phone };
}

/** Returns where buyers send returned books: name and address of the seller. */
export function returnAddressOf(settings: ShopSettings): string {
  const { name, address } = sellerOf(settings);
  return `${name}, ${address}`;
}
