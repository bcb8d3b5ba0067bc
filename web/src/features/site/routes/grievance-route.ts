import { missingHead, withSite } from '#shared/head/status-heads.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { publisherRead } from '#shared/site/site-reads.ts';

async function load({ read }: LoadInput): Promise<Outcome> {
  const publisher = await read(publisherRead, undefined);
  if (!publisher.ok) return FAILED;
  return publisher.value.grievanceDays === null ? NOT_FOUND : FOUND;
}

/** `/grievance`, where the site takes grievances. */
export const grievanceRoute: RouteData = {
  load,
  head: ({ path, site, selectData }) => {
    const publisher = selectData(publisherRead, undefined);
    if (publisher === undefined) return null;
    if (publisher.grievanceDays === null) return missingHead(site);
    return {
      title: withSite('Send a grievance', site),
      description: `How to complain about what ${site.name} has published, and what becomes of it.`,
      canonical: path,
    };
  },
};
