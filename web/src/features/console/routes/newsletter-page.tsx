import { useRouteParams } from '#shared/routing/current-route.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { issueApi } from '../newsletter/issue-api.ts';
import { IssueEditor } from '../newsletter/issue-editor.tsx';
import { IssueProgress } from '../newsletter/issue-progress.tsx';

/** `/console/newsletters/:id` and `/new`: a draft to write, or a newsletter that goes out. */
export function NewsletterPage() {
  const { id = 'new' } = useRouteParams();
  return id === 'new' ? <IssueEditor issue={null} /> : <StoredNewsletter id={id} />;
}

function StoredNewsletter({ id }: { id: string }) {
  const query = issueApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(issue) =>
        issue.state === 'draft' ? (
          <IssueEditor key={issue.id} issue={issue} />
        ) : (
          <IssueProgress issue={issue} onRefresh={() => void query.refetch()} />
        )
      }
    </QueryBoundary>
  );
}
