import type { OrderHelp } from '@vidhi/contracts/order-status.ts';
import type { SellerState } from '@vidhi/contracts/seller.ts';
import type { Seller } from './bills/bill.ts';
import type { Config } from './config.ts';

type SellerConfig = Pick<
  Config,
  | 'SELLER_NAME'
  | 'SELLER_ADDRESS'
  | 'SELLER_EMAIL'
  | 'SELLER_PHONE'
  | 'SELLER_GRIEVANCE_OFFICER'
  | 'SELLER_GSTIN'
>;

/** Stands in for what is not set: nobody sells by this name. */
const EXAMPLE = {
  SELLER_NAME: 'Vidhi Demo Books',
  SELLER_ADDRESS: '1 Example Road, Pune, Maharashtra 411001',
  SELLER_EMAIL: 'care@vidhi.example',
  SELLER_PHONE: '+91 20 0000 0000',
} as const;
const REQUIRED = Object.keys(EXAMPLE) as (keyof typeof EXAMPLE)[];

/** Returns which settings of the seller are missing; without one of them nobody may be charged. */
export const sellerState = (config: SellerConfig): SellerState => ({
  missing: REQUIRED.filter((name) => (config[name] ?? '').trim() === ''),
});

/** Reads the seller; the example, as a specimen, where a setting is missing. */
export function sellerOf(config: SellerConfig): Seller {
  const value = (name: keyof typeof EXAMPLE): string => config[name]?.trim() || EXAMPLE[name];
  return {
    name: value('SELLER_NAME'),
    address: value('SELLER_ADDRESS'),
    email: value('SELLER_EMAIL'),
    phone: value('SELLER_PHONE'),
    gstin: config.SELLER_GSTIN ?? null,
    grievanceOfficer: config.SELLER_GRIEVANCE_OFFICER,
    ...(sellerState(config).missing.length === 0 ? {} : { isSpecimen: true }),
  };
}

/** Returns how buyers reach the seller. */
export function helpOf(config: SellerConfig): OrderHelp {
  const { email, phone } = sellerOf(config);
  return { email, phone };
}

/** Returns where buyers send returned books: name and address of the seller. */
export function returnAddressOf(config: SellerConfig): string {
  const { name, address } = sellerOf(config);
  return `${name}, ${address}`;
}
