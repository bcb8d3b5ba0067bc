import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { letterContentApi, type DeadLetter } from './system-api.ts';
import { contentText, eventText, groupText, placeText } from './system-texts.ts';
import * as kit from '../kit.module.css';
import * as styles from './system.module.css';

/** The content of one event. Opening it is in the audit log. */
export function LetterContent({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const { currentData, error } = letterContentApi.useFreshRow(letter.id);
  const title = eventText(letter);
  return (
    <Dialog title={title} onClose={onClose}>
      <h2>{title}</h2>
      <p>
        {groupText(letter.group)}: {placeText(letter)}. {letter.error}: {letter.message}
      </p>
      {error !== undefined ? (
        <p role="alert">{messageOf(error)}</p>
      ) : currentData === undefined ? (
        <Skeleton shape="form" label={KIT.loading} />
      ) : (
        <>
          <section aria-label="Content">
            <pre className={styles.content}>{contentText(currentData.content)}</pre>
          </section>
          {currentData.is_cut && <p>It is longer; its beginning is shown.</p>}
        </>
      )}
      <p className={styles.note}>It may have personal data. That you have read it is in the audit log.</p>
      <div className={kit.dialogButtons}>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
