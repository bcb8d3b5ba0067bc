import { join } from 'node:path';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { readConfig } from './config.ts';
import { openInbox } from './inbox/open-inbox.ts';

const config = readConfig(process.env);

await runService({
  name: 'sandbox',
  config,
  async open({ log, metrics, closers }) {
    const inbox = await openInbox({
      dataDir: join(config.DATA_DIR, 'inbox'),
      smtpHost: config.SMTP_HOST,
      smtpPort: config.SMTP_PORT,
      maxMails: config.MAX_MAILS,
      hostNames: config.HOST_NAMES.split(','),
      onFailure: (error) => log.warn({ err: error }, 'a mail could not be received'),
    });
    closers.add('mail inbox', () => inbox.close());
    log.info({ smtpPort: inbox.smtpPort }, 'the mail inbox listens');
    const app = await createServiceApp({ name: 'sandbox', logLevel: config.LOG_LEVEL, metrics });
    await app.register(openapiPlugin, { title: 'Sandbox' });
    await app.register(inbox.routes);
    return app;
  },
});
