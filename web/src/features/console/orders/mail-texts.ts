/** Names of the mails about an order, by their templates. */
export const MAIL_NAMES: Readonly<Record<string, string>> = {
  'order-confirmed': 'Order Confirmed',
  'payment-notification': 'Payment Notification',
  'new-order-notice': 'New order',
  'order-address-given': 'Delivery address given',
  'payment-refunded': 'Payment Refunded',
  'order-cancelled': 'Cancelled, refunded',
  'order-shipped': 'Shipped',
  'order-refunded': 'Refunded',
  'request-received': 'Request received',
  'request-notice': 'Request of a buyer',
  'request-decided': 'Decision about a request',
  'payment-disputed': 'Payment disputed',
};

export const MAIL_STATES: Readonly<Record<string, string>> = {
  QUEUED: 'waits to be sent',
  SENDING: 'is being sent',
  SENT: 'sent',
  CANCELLED: 'not needed any more',
  DEAD: 'could not be sent',
};
