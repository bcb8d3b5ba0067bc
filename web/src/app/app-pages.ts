import { addedPages } from '#shared/routing/define-page.ts';
import { accountAppPages } from '../features/account/account-app-pages.ts';
import { cartAppPages } from '../features/cart/cart-app-pages.ts';
import { catalogAppPages } from '../features/catalog/catalog-app-pages.ts';
import { ordersAppPages } from '../features/orders/orders-app-pages.ts';
import { paymentAppPages } from '../features/payment/payment-app-pages.ts';
import { siteAppPages } from '../features/site/site-app-pages.ts';

const APP_PAGES = [
  ...accountAppPages,
  ...cartAppPages,
  ...catalogAppPages,
  ...ordersAppPages,
  ...paymentAppPages,
  ...siteAppPages,
];

/** Adds the pages of kind app to the routes of this process. Their documents and the server call it at their start. */
export function addAppPages(): void {
  for (const page of APP_PAGES) addedPages.add(page);
}
