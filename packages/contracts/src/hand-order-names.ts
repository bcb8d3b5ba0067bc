// Apart from the schemas, whose library browsers need not load.

/** Place of an order by hand. */
export const HAND_CHANNELS = ['phone', 'shop', 'fair', 'other'] as const;
export type HandChannel = (typeof HAND_CHANNELS)[number];
export const HAND_CHANNEL_NAMES: Record<HandChannel, string> = {
  phone: 'By phone',
  shop: 'At the shop',
  fair: 'At a book fair',
  other: 'Elsewhere',
};

/** Payment of an order by hand. */
export const HAND_METHODS = ['cash', 'cheque', 'upi', 'bank'] as const;
export type HandMethod = (typeof HAND_METHODS)[number];
export const HAND_METHOD_NAMES: Record<HandMethod, string> = {
  cash: 'Cash',
  cheque: 'Cheque',
  upi: 'UPI',
  bank: 'Bank transfer',
};

/** Returns how an order by hand was paid, as documents print it: `UPI, reference 402218…`. */
export const handPaymentText = ({ method, reference }: { method: HandMethod; reference: string | null }) =>
  reference === null ? HAND_METHOD_NAMES[method] : `${HAND_METHOD_NAMES[method]}, reference ${reference}`;

export const MAX_HAND_LINES = 50;
export const MAX_HAND_COPIES = 1_000;
