import {
  ACCEPTED_EVIDENCE,
  evidenceProblem,
  MAX_EVIDENCE,
  type ProfileEvidence,
} from '@vidhi/contracts/profile-evidence.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import {
  useAddEvidenceMutation,
  useOwnEvidenceQuery,
  useRemoveEvidenceMutation,
  useSaveEvidenceMutation,
} from './evidence-api.ts';
import { UploadButton } from './upload-button.tsx';
import * as styles from '../account-page.module.css';

/** Documents by which the owner of a profile proves the enrolment, for staff alone. */
export function EvidenceSection() {
  const { currentData: documents } = useOwnEvidenceQuery();
  const [add, adding] = useAddEvidenceMutation();
  const [remove, removing] = useRemoveEvidenceMutation();
  const [save] = useSaveEvidenceMutation();
  const notices = useNotices();
  if (documents === undefined) return null;

  const tell = ({ error }: { error?: unknown }, done: string | null): void => {
    if (error !== undefined)
      notices.error(isProblem(error) && error.status !== 0 ? error.message : NO_RESPONSE);
    else if (done !== null) notices.success(done);
  };
  const handleFile = async (file: File): Promise<void> => {
    const problem = evidenceProblem(file);
    if (problem !== null) notices.error(problem);
    else tell(await add(file), 'Document added');
  };
  return (
    <section className={styles.accountEvidence} aria-labelledby="own-evidence">
      <h3 id="own-evidence">Documents for verification</h3>
      <p className={styles.accountHint}>
        For example your certificate of enrolment, as a PDF, JPG or PNG file of up to 5 MB. Only you and our
        staff can see these, and we record who opens them. They are deleted along with your profile.
      </p>
      {documents.length > 0 && (
        <ul className={styles.accountDocuments}>
          {documents.map((one) => (
            <DocumentRow
              key={one.id}
              document={one}
              isBusy={removing.isLoading}
              onSave={async () => tell(await save(one), null)}
              onRemove={async () => tell(await remove(one.id), 'Document removed')}
            />
          ))}
        </ul>
      )}
      {documents.length < MAX_EVIDENCE && (
        <div>
          <UploadButton
            label="Add a document"
            accept={ACCEPTED_EVIDENCE}
            isBusy={adding.isLoading}
            onFile={(file) => void handleFile(file)}
          />
        </div>
      )}
    </section>
  );
}

interface DocumentRowProps {
  document: ProfileEvidence;
  isBusy: boolean;
  onSave: () => Promise<void>;
  onRemove: () => Promise<void>;
}

const DocumentRow = ({ document: { name, at }, isBusy, onSave, onRemove }: DocumentRowProps) => (
  <li>
    <span>
      {name}
      <br />
      <small>
        Added on <DateText iso={at} />
      </small>
    </span>
    <PlainButton aria-label={`Download ${name}`} onClick={() => void onSave()}>
      Download
    </PlainButton>
    <PlainButton aria-label={`Remove ${name}`} isBusy={isBusy} onClick={() => void onRemove()}>
      Remove
    </PlainButton>
  </li>
);
