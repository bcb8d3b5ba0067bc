import { CommandError, findSite } from '@vidhi/service-kit/site-command.ts';
import { DATABASES } from './databases.ts';
import { runningServices } from './running-services.ts';

/** Rejects while a service of the site of `DATA_DIR` responds. */
export async function requireStoppedSite(): Promise<void> {
  const site = await findSite(process.env).catch(() => null);
  if (site === null) return;
  const running = await runningServices(
    site.services,
    DATABASES.map(({ service }) => service),
  );
  if (running.length > 0)
    throw new CommandError(`Stop the site first: ${running.join(', ')} still responds.`);
}
