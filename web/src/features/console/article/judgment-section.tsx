import { useEffect, useId, useRef, useState } from 'react';
import { sizeText } from '@vidhi/contracts/judgments.ts';
import { BusyLabel } from '#shared/ui/busy-label.tsx';
import { DialogField } from '../dialog/native-dialog.tsx';
import type { ArticleClient, LibraryDocument } from './article-client.ts';
import type { ArticleValues } from './article-values.ts';
import { COURTS } from './courts.ts';
import { DocumentDialog } from './document-dialog.tsx';
import * as styles from './article.module.css';

interface JudgmentSectionProps {
  client: Pick<ArticleClient, 'document' | 'uploadDocument' | 'searchDocuments'>;
  values: Pick<
    ArticleValues,
    'judgment_document' | 'judgment_court' | 'judgment_bench' | 'judgment_decided_on'
  >;
  fieldErrors: Readonly<Record<string, string>>;
  onChange: (values: Partial<ArticleValues>) => void;
}

const MAX_COURT = 200;
const MAX_BENCH = 300;

/** The judgment or order that an article is about: its document, and what readers see beside it. */
export function JudgmentSection({ client, values, fieldErrors, onChange }: JudgmentSectionProps) {
  const courts = useId();
  return (
    <section aria-labelledby="panel-judgment">
      <h2 id="panel-judgment">Judgment</h2>
      <DocumentField
        client={client}
        value={values.judgment_document}
        error={fieldErrors['judgment_document'] ?? null}
        onChange={(document) => onChange({ judgment_document: document })}
      />
      <DialogField label="Court" error={fieldErrors['judgment_court'] ?? null}>
        {(ids) => (
          <input
            {...ids}
            className="field__input"
            list={courts}
            maxLength={MAX_COURT}
            value={values.judgment_court}
            onChange={({ target }) => onChange({ judgment_court: target.value })}
          />
        )}
      </DialogField>
      <datalist id={courts}>
        {COURTS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <DialogField label="Bench" help="Names of the judges" error={fieldErrors['judgment_bench'] ?? null}>
        {(ids) => (
          <input
            {...ids}
            className="field__input"
            maxLength={MAX_BENCH}
            value={values.judgment_bench}
            onChange={({ target }) => onChange({ judgment_bench: target.value })}
          />
        )}
      </DialogField>
      <DialogField label="Decided on" error={fieldErrors['judgment_decided_on'] ?? null}>
        {(ids) => (
          <input
            {...ids}
            type="date"
            className="field__input"
            value={values.judgment_decided_on ?? ''}
            onChange={({ target }) =>
              onChange({ judgment_decided_on: target.value === '' ? null : target.value })
            }
          />
        )}
      </DialogField>
    </section>
  );
}

interface DocumentFieldProps {
  client: JudgmentSectionProps['client'];
  /** Id of the document. */
  value: number | null;
  error: string | null;
  onChange: (document: number | null) => void;
}

/** The PDF of a judgment: uploaded, or chosen from the library. */
function DocumentField({ client, value, error, onChange }: DocumentFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [known, setKnown] = useState<LibraryDocument | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const document = known?.id === value ? known : null;
  const isUnknown = value !== null && document === null;

  useEffect(() => {
    if (!isUnknown) return undefined;
    let isCurrent = true;
    void client.document(value).then((found) => {
      if (isCurrent && found !== null) setKnown(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, value, isUnknown]);

  const take = (chosen: LibraryDocument): void => {
    setKnown(chosen);
    setMessage(null);
    onChange(chosen.id);
  };
  const upload = async (file: File): Promise<void> => {
    setBusy(true);
    setMessage(null);
    const { value: stored, failure } = await client.uploadDocument(file);
    setBusy(false);
    if (failure !== undefined) setMessage(failure.problem.message);
    else take(stored);
  };
  const problem = message ?? error;
  return (
    <div className={styles.articleDocument}>
      {value !== null && (
        <p>
          {document === null ? (
            `Document No. ${value}`
          ) : (
            <a href={document.url}>{document.name ?? `Document No. ${value}`}</a>
          )}
          {document?.size != null && ` ${sizeText(document.size)}`}
        </p>
      )}
      <p className={styles.articleDocumentButtons}>
        <button
          type="button"
          className="button button--plain"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && input.current?.click()}
        >
          <BusyLabel isBusy={isBusy} busy="Uploading">
            {value === null ? 'Upload a PDF' : 'Upload another PDF'}
          </BusyLabel>
        </button>
        <button type="button" className="button button--plain" onClick={() => setChoosing(true)}>
          Choose from the library
        </button>
        {value !== null && (
          <button type="button" className="button button--plain" onClick={() => onChange(null)}>
            Remove the PDF
          </button>
        )}
      </p>
      {problem !== null && (
        <p className={styles.articleProblem} role="alert">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        aria-label="PDF of the judgment"
        hidden
        accept="application/pdf,.pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) void upload(file);
        }}
      />
      {isChoosing && (
        <DocumentDialog
          search={client.searchDocuments}
          onChoose={(chosen) => {
            setChoosing(false);
            take(chosen);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
