import { runService } from '@vidhi/service-kit/run-service.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';

const { HOST, PORT, LOG_LEVEL } = readConfig(process.env);
const app = await buildApp(LOG_LEVEL);
await runService({ app, host: HOST, port: PORT, close: async () => undefined });
