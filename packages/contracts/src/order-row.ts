/** Attributes of a line of a purchase in `GET /api/orders`. Amounts are in rupees. */
export interface OrderRow {
  store_id: string;
  item_id: string;
  quantity: number;
  Price: number;
  payment_id: string | null;
  checkout_id: string;
  purchase_number: string | null;
  cancelled_for: string | null;
  purchase_date: string;
  expiry_date: string | null;
  shipping_date: string | null;
  delivered_date: string | null;
  status: 'CONFIRMED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED';
  bill_number: string | null;
  refunded_amount: number;
  refund_status: 'partial' | 'full' | null;
  is_disputed: boolean;
  credit_notes: { number: string; date: string; amount: number }[];
  /** Title and price in both spellings of older clients. */
  item_detail: {
    Title: string;
    title: string;
    Price: number;
    price: number;
    PrimaryImageId: { url: string } | null;
  };
  paymentDetails: { data: { payment: OrderPaymentRow[] } };
  createdAt: string;
  updatedAt: string;
}

/** The payment of the whole purchase; null without an address. */
export interface OrderPaymentRow {
  order_id: string | null;
  amount: number;
  billing_name: string | null;
  billing_email: string | null;
  billing_phone: string | null;
  billing_address: string | null;
  shipping_name: string | null;
  shipping_phone: string | null;
  shipping_address: string | null;
}
