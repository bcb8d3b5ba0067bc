import { withSite } from '#shared/head/status-heads.ts';
import { FOUND, type LoadInput, type Outcome, type RouteData } from '#shared/routing/route.ts';
import { publisherRead } from '../publisher-reads.ts';

async function load({ read }: LoadInput): Promise<Outcome> {
  await read(publisherRead, undefined);
  return FOUND;
}

export const contactRoute: RouteData = {
  load,
  head: ({ path, site }) => ({
    title: withSite('Contact Us', site),
    description: `How to reach ${site.name}: corrections, news, advertising and grievances.`,
    canonical: path,
  }),
};
