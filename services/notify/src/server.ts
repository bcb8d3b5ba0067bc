import { runService } from '@vidhi/service-kit/run-service.ts';
import { readConfig } from './config.ts';
import { openNotify } from './open-notify.ts';

const config = readConfig(process.env);

await runService({
  name: 'notify',
  config,
  open: (context) => openNotify(context, config),
});
