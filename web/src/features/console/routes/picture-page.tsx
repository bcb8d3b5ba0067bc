import { useNavigate } from 'react-router-dom';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { messageOf } from '../kit/message-of.ts';
import { mayAccess } from '../access.ts';
import { usePageName } from '../frame/page-name.ts';
import { useConfirm } from '../kit/confirm.tsx';
import * as kit from '../kit.module.css';
import { RecordLink } from '../kit/record-link.tsx';
import { ResourceForm } from '../kit/resource-form.tsx';
import * as styles from '../media.module.css';
import { DocumentIcon } from '../media/document-icon.tsx';
import {
  DOCUMENT_FIELDS,
  MEDIA_FIELDS,
  MEDIA_PATH,
  isDocument,
  mediaApi,
  sizeOf,
  type MediaRow,
} from '../media/media-resource.tsx';
import { PictureFraming } from '../media/picture-framing.tsx';
import { ReplaceButton } from '../media/replace-button.tsx';
import {
  pageOf,
  partName,
  placeName,
  usePictureUsageQuery,
  type PictureUsage,
} from '../media/picture-usage.ts';

/** `/console/media/{id}`: a picture or a document, its texts, and where it is used. */
export function PicturePage() {
  const { id = '' } = useRouteParams();
  const query = mediaApi.useRow(id);
  return <QueryBoundary query={query}>{(row) => <Picture row={row} />}</QueryBoundary>;
}

function Picture({ row }: { row: MediaRow }) {
  const { update } = mediaApi.useWrites();
  const usage = usePictureUsageQuery(row.id, { refetchOnMountOrArgChange: true });
  const name = row.name ?? `File ${row.id}`;
  usePageName(name);
  return (
    <>
      <header className={`page-head ${kit.head}`}>
        <h1>{name}</h1>
        <span>
          {usage.data !== undefined && (
            <ReplaceButton row={row} used={usage.data.used} onReplaced={() => void usage.refetch()} />
          )}{' '}
          {usage.data !== undefined && <DeleteButton row={row} usage={usage.data} />}
        </span>
      </header>
      <div className={styles.picture}>
        <figure>
          {isDocument(row) ? <DocumentIcon /> : <PictureFraming row={row} />}
          <figcaption>
            {sizeOf(row)}
            {isDocument(row) && (
              <>
                {'. '}
                <a href={row.url}>Download</a>
              </>
            )}
          </figcaption>
        </figure>
        <div>
          <ResourceForm
            id="media"
            fields={isDocument(row) ? DOCUMENT_FIELDS : MEDIA_FIELDS}
            row={row as unknown as Readonly<Record<string, unknown>>}
            isNew={false}
            successMessage="Saved"
            submit={(values) => update(row.id, values)}
          />
          {row.duplicates.length > 0 && (
            <p>
              The same file was uploaded more than once:{' '}
              {row.duplicates.map((id) => (
                <RecordLink key={id} to={`${MEDIA_PATH}/${id}`}>{`file ${id} `}</RecordLink>
              ))}
            </p>
          )}
          <h2>Where it is shown</h2>
          <QueryBoundary query={{ ...usage, currentData: usage.currentData }}>
            {(found) => <UsageList usage={found} />}
          </QueryBoundary>
        </div>
      </div>
    </>
  );
}

function UsageList({ usage: { used, isComplete } }: { usage: PictureUsage }) {
  return (
    <>
      {used.length === 0 ? (
        <p>{isComplete ? 'Nowhere.' : 'Nowhere that could be searched.'}</p>
      ) : (
        <ul>
          {used.map((one) => {
            const page = pageOf(one);
            const title = placeName(one);
            return (
              <li key={`${one.collection} ${one.id} ${one.attribute} ${one.working_copy === true}`}>
                {page === null ? title : <RecordLink to={page}>{title}</RecordLink>} ({partName(one)}
                {one.working_copy === true && ', in changes that are not published'})
              </li>
            );
          })}
        </ul>
      )}
      {!isComplete && <p>Some documents could not be searched: it may be shown elsewhere, too.</p>}
    </>
  );
}

/** Deletes a file after a question that names the places which show it. */
function DeleteButton({ row, usage: { used, isComplete } }: { row: MediaRow; usage: PictureUsage }) {
  const { remove } = mediaApi.useWrites();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const notices = useNotices();
  const session = useSession();
  if (session === null || !mayAccess(session, ['publish'])) return null;
  const handleDelete = async () => {
    const places = [...new Set(used.map(placeName))];
    const isConfirmed = await confirm({
      title: isDocument(row) ? 'Delete this document?' : 'Delete this picture?',
      text:
        places.length > 0
          ? `It is shown in ${places.join(', ')}. ${isDocument(row) ? 'Links to it will lead nowhere.' : 'These will have no picture there.'}`
          : isComplete
            ? 'It is shown nowhere.'
            : 'Some documents could not be searched. It may be shown there.',
      confirmLabel: places.length > 0 ? 'Delete anyway' : 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const { error } = await remove(row.id);
    if (error !== undefined) return notices.error(messageOf(error));
    notices.success(isDocument(row) ? 'The document is deleted' : 'The picture is deleted');
    void navigate(MEDIA_PATH);
  };
  return (
    <button type="button" className={`${kit.tool} ${kit.toolDanger}`} onClick={() => void handleDelete()}>
      Delete
    </button>
  );
}
