import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors } from '@vidhi/contracts/errors.ts';
import { isGstin } from '@vidhi/contracts/gstin.ts';
import { SHIPPING_PAISE } from '@vidhi/contracts/purchases.ts';
import type { ShopSettings, ShopSettingValues } from '@vidhi/contracts/shop-settings.ts';
import type { Config } from '../config.ts';

/** Settings of the console; what is absent is as installed. */
export type StoredSettings = Partial<ShopSettings>;

type InstalledConfig = Pick<
  Config,
  | 'RETURN_DAYS'
  | 'SHOP_REFUND_LIMIT_PAISE'
  | 'LOW_STOCK_COPIES'
  | 'SELLER_NAME'
  | 'SELLER_ADDRESS'
  | 'SELLER_EMAIL'
  | 'SELLER_PHONE'
  | 'SELLER_GRIEVANCE_OFFICER'
  | 'SELLER_GSTIN'
>;

/** Returns the settings of an installation, which are in effect where the console has no others. */
export const installedSettings = (config: InstalledConfig): ShopSettings => ({
  shipping_paise: SHIPPING_PAISE,
  free_shipping_from_paise: 0,
  return_days: config.RETURN_DAYS,
  refund_limit_paise: config.SHOP_REFUND_LIMIT_PAISE,
  low_stock_copies: config.LOW_STOCK_COPIES,
  seller_name: config.SELLER_NAME?.trim() ?? '',
  seller_address: config.SELLER_ADDRESS?.trim() ?? '',
  seller_email: config.SELLER_EMAIL?.trim() ?? '',
  seller_phone: config.SELLER_PHONE?.trim() ?? '',
  seller_grievance_officer: config.SELLER_GRIEVANCE_OFFICER.trim(),
  seller_gstin: config.SELLER_GSTIN ?? '',
  mail_text_confirmed: '',
  mail_text_shipped: '',
  mail_text_refunded: '',
});

export const settingsInEffect = (installed: ShopSettings, stored: StoredSettings): ShopSettings => ({
  ...installed,
  ...stored,
});

const PHONE = /^\+?[0-9][0-9 ()-]{5,}[0-9]$/;
const CHECKS: Partial<Record<keyof ShopSettings, { isValid: (text: string) => boolean; message: string }>> = {
  seller_email: { isValid: isMailable, message: 'must be one e-mail address' },
  seller_phone: {
    isValid: (text) => PHONE.test(text),
    message: 'must be a telephone number, such as +91 20 1234 5678',
  },
  seller_gstin: { isValid: isGstin, message: 'is no GSTIN: its check character does not fit' },
};

/** A change of the settings: null removes one, so that the installed one is in effect. */
export type SettingsChange = Readonly<Partial<ShopSettingValues>>;

/** Returns the change with texts in one form, blank ones as null. Throws 400 for values that nobody can use. */
export function readSettings(values: SettingsChange): SettingsChange {
  const read = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const text = name.startsWith('mail_text_')
        ? value.normalize('NFC').replaceAll('\r\n', '\n').trim()
        : value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
      if (text === '') return [name, null];
      return [name, name === 'seller_gstin' ? text.replaceAll(' ', '').toUpperCase() : text];
    }),
  ) as Partial<ShopSettingValues>;
  const errors = Object.entries(CHECKS).flatMap(([name, { isValid, message }]) => {
    const text = read[name as keyof ShopSettings];
    return typeof text === 'string' && !isValid(text)
      ? [{ path: [name], message: `${name} ${message}` }]
      : [];
  });
  if (errors.length > 0) throw attributeErrors(errors);
  return read;
}
