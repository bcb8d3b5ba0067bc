import type { Issue } from '@vidhi/contracts/newsletter.ts';
import { DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import * as styles from './newsletter.module.css';

interface IssueConflictProps {
  /** The state that somebody else has stored. */
  theirs: Issue;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shows the newsletter that somebody else has stored, to choose between it and the own text. */
export const IssueConflict = ({ theirs, onSaveMine, onTakeTheirs, onClose }: IssueConflictProps) => {
  const isDraft = theirs.state === 'draft';
  return (
    <NativeDialog title="Somebody else has changed this newsletter" onClose={onClose}>
      <DialogForm
        submitLabel={isDraft ? 'Save mine' : 'Take theirs'}
        onSubmit={isDraft ? onSaveMine : onTakeTheirs}
        onClose={onClose}
        actions={
          isDraft && (
            <button type="button" className="button button--plain" onClick={onTakeTheirs}>
              Take theirs
            </button>
          )
        }
      >
        <p>
          {isDraft
            ? 'Saving yours replaces their text. Taking theirs drops yours.'
            : 'It is scheduled or going out by now, so it can no longer be changed. Copy what you need before you take theirs.'}
        </p>
        <p>Their text:</p>
        <pre className={styles.mailText}>
          {[theirs.subject, ...theirs.sections.map(textOf)].filter((text) => text !== '').join('\n\n')}
        </pre>
      </DialogForm>
    </NativeDialog>
  );
};

const textOf = (section: Issue['sections'][number]): string =>
  [section.kind === 'article' ? section.title : section.heading, section.text]
    .filter((text) => text !== '')
    .join('\n');
