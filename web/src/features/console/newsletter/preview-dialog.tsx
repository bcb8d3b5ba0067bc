import type { IssuePreview } from '@vidhi/contracts/newsletter.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { NativeDialog } from '../dialog/native-dialog.tsx';
import { resourceApi } from '../kit/resource-api.ts';
import { listPath } from '../kit/list-path.ts';
import * as styles from './newsletter.module.css';

const previewApi = resourceApi<IssuePreview>('newsletter-preview', {
  list: listPath('/newsletter-issues'),
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/newsletter-issues/${id}/preview`,
  toRow: (body) => (body as { data: IssuePreview }).data,
});

/** The mail as it is sent: its text here, its HTML in a tab of its own, as mails have styles that no page of the site has. */
export function PreviewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  // It was saved just now: an earlier preview shows the text before.
  const query = previewApi.useFreshRow(id);
  return (
    <NativeDialog title="Preview" onClose={onClose}>
      <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
        {({ subject, text, html_path: path }) => (
          <>
            <p>
              <strong>{subject}</strong>
            </p>
            <p className={styles.head}>
              <a className="button" href={path} target="_blank" rel="noreferrer">
                See the mail in a new tab
              </a>
            </p>
            <p>Some mail programs show text only:</p>
            <pre className={styles.mailText}>{text}</pre>
          </>
        )}
      </QueryBoundary>
      <p>
        <button type="button" className="button button--plain" onClick={onClose}>
          Close
        </button>
      </p>
    </NativeDialog>
  );
}
