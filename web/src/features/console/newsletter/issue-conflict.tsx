import { useId } from 'react';
import {
  NEWSLETTER_LANGUAGES,
  EVERYTHING,
  type Issue,
  type IssueContent,
  type Preferences,
} from '@vidhi/contracts/newsletter.ts';
import { DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import * as styles from './newsletter.module.css';

interface IssueConflictProps {
  /** The text in the editor. */
  mine: IssueContent;
  /** The state that somebody else has stored. */
  theirs: Issue;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shows the newsletter that somebody else has stored and the one in the editor, with their readers, to choose one of them. */
export const IssueConflict = ({ mine, theirs, onSaveMine, onTakeTheirs, onClose }: IssueConflictProps) => {
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
        <Side name="Their newsletter" content={theirs} />
        <Side name="Your newsletter" content={mine} />
      </DialogForm>
    </NativeDialog>
  );
};

/** One of the two: its readers and its text. */
function Side({ name, content }: { name: string; content: IssueContent }) {
  const id = useId();
  const { subject, sections, readers = EVERYTHING } = content;
  return (
    <section aria-labelledby={id} className={styles.conflictSide}>
      <h3 id={id}>{name}</h3>
      <p>{readersText(readers)}</p>
      <pre className={styles.mailText}>
        {[subject, ...sections.map(textOf)].filter((text) => text !== '').join('\n\n')}
      </pre>
    </section>
  );
}

/** Returns who gets a newsletter, in words. */
function readersText({ categories, languages }: Preferences): string {
  const parts = [
    categories.length === 0 ? '' : `Categories: ${categories.join(', ')}.`,
    languages.length === 0
      ? ''
      : `Languages: ${languages.map((code) => NEWSLETTER_LANGUAGES[code]).join(', ')}.`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'For all readers.' : parts.join(' ');
}

const textOf = (section: Issue['sections'][number]): string =>
  [section.kind === 'article' ? section.title : section.heading, section.text]
    .filter((text) => text !== '')
    .join('\n');
