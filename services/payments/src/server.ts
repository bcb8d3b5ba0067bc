import { runService } from '@vidhi/service-kit/run-service.ts';
import { readConfig } from './config.ts';
import { openPaymentService } from './open-payments.ts';

const config = readConfig(process.env);

await runService({
  name: 'payments',
  config,
  open: (context) => openPaymentService(context, config),
});
