import type { DeadMailsResponse, RequeuedMails } from '@vidhi/contracts/mail-requests.ts';
import { CommandError, findSite, requestService, runCommand } from '@vidhi/service-kit/site-command.ts';

// `npm run mails -- dead|requeue`: lists the mails that failed too often, and sends them again once their cause is removed.

const USAGE = `Usage: npm run mails -- dead
       npm run mails -- requeue --all
       npm run mails -- requeue ID…

  dead      lists the mails that failed too often, the most recent first: id, template, recipient, last failure, time
  requeue   sends dead mails again
  DATA_DIR  where the running site keeps its data (.data when not set)`;

async function run([verb, ...words]: readonly string[]): Promise<string> {
  if (verb === 'dead' && words.length === 0) {
    const { mails } = await requestService<DeadMailsResponse>(
      await findSite(process.env),
      'notify',
      '/internal/mails/dead',
    );
    if (mails.length === 0) return 'No mail is dead.';
    return mails
      .map(({ id, template, role, lastFailure, diedAt }) =>
        [id, template, role, lastFailure, diedAt].join('  '),
      )
      .join('\n');
  }
  const isAll = words.length === 1 && words[0] === '--all';
  const isIds = words.length > 0 && words.every((word) => !word.startsWith('-'));
  if (verb !== 'requeue' || !(isAll || isIds)) throw new CommandError(USAGE);
  const { requeued } = await requestService<RequeuedMails>(
    await findSite(process.env),
    'notify',
    '/internal/mails/requeue',
    isAll ? {} : { ids: words },
  );
  return requeued === 1 ? '1 mail is sent again.' : `${requeued} mails are sent again.`;
}

await runCommand(run);
