import { runService } from '@vidhi/service-kit/run-service.ts';
import { readConfig } from './config.ts';
import { openCartOrders } from './open-cart-orders.ts';

const config = readConfig(process.env);

await runService({
  name: 'cart-orders',
  config,
  open: (context) => openCartOrders(context, config),
});
