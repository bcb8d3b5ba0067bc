// Notify as a process of the crash tests: kills itself at a named fail point.
import { writeSync } from 'node:fs';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { readConfig } from './config.ts';
import { open } from './open.ts';

let hits = 0;
/** Kills this process here, when this is the fail point of this run and was reached this often. */
function failPoint(name: string): void {
  if (name !== process.env['FAIL_POINT']) return;
  hits += 1;
  if (hits !== Number(process.env['FAIL_AT'])) return;
  writeSync(1, `at ${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}

await runService({
  name: 'notify',
  config: readConfig(process.env),
  open: (context, config) =>
    open(context, config, {
      // Each run has a consumer group of its own and reads all events again, those of earlier runs included.
      groupSuffix: `.${process.pid}`,
      wrapLedger: (ledger) => ({
        ...ledger,
        async insert(eventId, planned) {
          const inserted = await ledger.insert(eventId, planned);
          if (inserted.length > 0) failPoint('after-insert');
          return inserted;
        },
        claim(id) {
          failPoint('before-claim');
          return ledger.claim(id);
        },
        async markSent(claim) {
          failPoint('before-sent');
          await ledger.markSent(claim);
        },
      }),
      wrapSmtp: (smtp) => ({
        async send(mail) {
          failPoint('before-smtp');
          await smtp.send(mail);
          failPoint('after-smtp');
        },
      }),
    }),
});
