import type { PageShells } from '#shared/routing/route.ts';

export const paymentShells: PageShells = {
  '/success': { title: 'Thank you for Your Purchase!' },
  '/status/:checkout': { title: 'Your purchase' },
  '/order-status': { title: 'Order status' },
};
