import type { IssueSection } from '@vidhi/contracts/newsletter.ts';
import type { Head } from '#shared/head/head.ts';
import { breadcrumbsJson } from '#shared/head/json-ld.ts';
import { missingHead, withSite } from '#shared/head/status-heads.ts';
import {
  FAILED,
  FOUND,
  NOT_FOUND,
  type HeadInput,
  type LoadInput,
  type Outcome,
  type RouteData,
} from '#shared/routing/route.ts';
import { wholeText } from '#shared/text/whole-text.ts';
import { isNewsletterId, newsletterPath, newsletterRead } from '../archive-reads.ts';

const MAX_DESCRIPTION = 160;

async function load({ params: { issue = '' }, read }: LoadInput): Promise<Outcome> {
  if (!isNewsletterId(issue)) return NOT_FOUND;
  const result = await read(newsletterRead, issue);
  return result.ok ? (result.value === null ? NOT_FOUND : FOUND) : FAILED;
}

/** The first words of a newsletter: those of a text, else the titles of its articles. */
function beginOf(sections: readonly IssueSection[]): string {
  const [words = ''] = sections.flatMap((one) =>
    one.kind === 'text' && one.text.trim() !== '' ? [one.text] : [],
  );
  const titles = sections.flatMap((one) => (one.kind === 'article' ? [one.title] : [])).join('; ');
  return wholeText((words || titles).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION)).trim();
}

function head({ params: { issue = '' }, site, selectData }: HeadInput): Head | null {
  if (!isNewsletterId(issue)) return missingHead(site);
  const found = selectData(newsletterRead, issue);
  if (!found) return found === null ? missingHead(site) : null;
  const path = newsletterPath(found.id);
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Newsletters', path: '/newsletter' },
    { name: found.subject, path },
  ];
  return {
    title: withSite(found.subject, site),
    description: beginOf(found.sections) || `A newsletter of ${site.name}.`,
    canonical: path,
    type: 'article',
    publishedAt: found.sentAt,
    jsonLd: [breadcrumbsJson(crumbs, site)],
  };
}

export const newsletterRoute: RouteData = { load, head };
