import { runService } from '@vidhi/service-kit/run-service.ts';
import { readConfig } from './config.ts';
import { open } from './open.ts';

await runService({ name: 'web', config: readConfig(process.env), open });
