import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Issue } from '@vidhi/contracts/newsletter.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { issueApi } from '../newsletter/issue-api.ts';
import { IssueEditor } from '../newsletter/issue-editor.tsx';
import { IssueProgress } from '../newsletter/issue-progress.tsx';

/** `/console/newsletters/:id` and `/new`: a draft to write, or a newsletter that goes out. */
export function NewsletterPage() {
  const { id = 'new' } = useRouteParams();
  const { key } = useLocation();
  return id === 'new' ? <Newsletter key={key} id={null} /> : <Newsletter key={id} id={id} />;
}

/** A newsletter; a new one stays mounted when its first save has created it and somebody has typed on. */
function Newsletter({ id }: { id: string | null }) {
  const [created, setCreated] = useState<Issue | null>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const stored = id ?? created?.id ?? null;
  // The editor takes its values once: an earlier copy of them would be saved over what others have stored.
  const query = issueApi.useFreshRow(stored ?? '', { isSkipped: stored === null });
  const issue = query.currentData ?? created;
  // Somebody else may have sent it: the text that is not saved stays until its writer has decided.
  if (issue !== null && issue.state !== 'draft' && !isUnsaved)
    return <IssueProgress issue={issue} onRefresh={() => void query.refetch()} />;
  if (issue !== null || stored === null)
    return <IssueEditor issue={issue} onCreate={setCreated} onUnsaved={setUnsaved} />;
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {() => null}
    </QueryBoundary>
  );
}
