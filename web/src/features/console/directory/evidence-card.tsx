import type { ProfileEvidence } from '@vidhi/contracts/profile-evidence.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { messageOf } from '../kit/message-of.ts';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import { reviewApi } from './profile-resource.tsx';

interface DocumentRequest {
  profile: number;
  document: ProfileEvidence;
}

const evidencePath = ({ profile, document }: DocumentRequest): string =>
  `/directory/profiles/${profile}/evidence/${document.id}`;

const evidenceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Has the browser save a document, which is sent with the access token only. The audit log has the reading. */
    readEvidence: build.mutation<null, DocumentRequest>({
      queryFn: async (request, _api, _options, call) => {
        const { data, error } = await call({
          url: evidencePath(request),
          responseHandler: async (response: Response) =>
            response.ok ? await response.blob() : await response.json(),
        });
        if (error !== undefined) return { error };
        saveFile(request.document.name, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});
const { useReadEvidenceMutation } = evidenceApi;

const KINDS: Readonly<Record<ProfileEvidence['mime'], string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
};
const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The documents that the owner of a profile has sent; nothing where there are none. */
export function EvidenceCard({
  profile,
  documents,
}: {
  profile: number;
  documents: readonly ProfileEvidence[];
}) {
  const [read] = useReadEvidenceMutation();
  const { send } = reviewApi.useWrites();
  const confirm = useConfirm();
  const notices = useNotices();
  if (documents.length === 0) return null;

  const open = async (document: ProfileEvidence): Promise<void> => {
    const { error } = await read({ profile, document });
    if (error !== undefined) notices.error(messageOf(error));
  };
  const remove = async (document: ProfileEvidence): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'Delete the document',
      text: `“${document.name}” is deleted for ever, for its owner, too. Do this once you no longer need it.`,
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const { error } = await send({ url: evidencePath({ profile, document }), method: 'DELETE' }, profile);
    if (error === undefined) notices.success('Document deleted');
    else notices.error(messageOf(error));
  };
  return (
    <section className={orders.orderCard} aria-labelledby="profile-evidence">
      <h2 id="profile-evidence">Documents of the owner</h2>
      <p className={orders.orderFaint}>The audit log records who downloads one.</p>
      <ul className={orders.orderNotes}>
        {documents.map((document) => (
          <li key={document.id}>
            {document.name}
            <br />
            <small className={orders.orderFaint}>
              {KINDS[document.mime]}, {sizeText(document.bytes)}, <DateText iso={document.at} />
            </small>
            <br />
            <button
              type="button"
              className={kit.textButton}
              aria-label={`Download ${document.name}`}
              onClick={() => void open(document)}
            >
              Download
            </button>{' '}
            <button
              type="button"
              className={kit.textButton}
              aria-label={`Delete ${document.name}`}
              onClick={() => void remove(document)}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
