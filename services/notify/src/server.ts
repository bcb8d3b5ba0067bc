import { runService } from '@vidhi/service-kit/run-service.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfig(process.env);

await runService({
  name: 'notify',
  config,
  open: ({ metrics }) => buildApp({ logLevel: config.LOG_LEVEL, metrics }),
});
