import type { OrderHelp } from '@vidhi/contracts/order-status.ts';
import type { ShopSettings } from '@vidhi/contracts/shop-settings.ts';
import type { Seller } from './bills/bill.ts';

/** Stands in for what is not set: nobody sells by this name. */
const EXAMPLE = {
  seller_name: 'Vidhi Demo Books',
  seller_address: '1 Example Road, Pune, Maharashtra 411001',
  seller_email: 'care@vidhi.example',
  seller_phone: '+91 20 0000 0000',
} as const;
const REQUIRED = Object.keys(EXAMPLE) as (keyof typeof EXAMPLE)[];

/** Returns which settings of the seller are missing; without one of them nobody may be charged. */
export const missingOfSeller = (settings: Pick<ShopSettings, keyof typeof EXAMPLE>): string[] =>
  REQUIRED.filter((name) => settings[name] === '');

/** Returns the seller; the example, as a specimen, where a setting is missing. */
export function sellerOf(settings: ShopSettings): Seller {
  const value = (name: keyof typeof EXAMPLE): string => settings[name] || EXAMPLE[name];
  return {
    name: value('seller_name'),
    address: value('seller_address'),
    email: value('seller_email'),
    phone: value('seller_phone'),
    gstin: settings.seller_gstin || null,
    grievanceOfficer: settings.seller_grievance_officer,
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
