import type { ReactNode } from 'react';
import type { OptionsDraft } from './use-options-draft.ts';
import * as styles from './layout-editor.module.css';

interface OptionsFormProps {
  of: Pick<OptionsDraft<unknown>, 'isBusy' | 'problem' | 'save'>;
  /** Fills the form with the default. */
  onDefault: () => void;
  /** Buttons beside that which saves. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The form of a draft of options. */
export const OptionsForm = ({
  of: { isBusy, problem, save },
  onDefault,
  tools,
  children,
}: OptionsFormProps) => (
  <form
    className={styles.layout}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void save();
    }}
  >
    {children}
    {problem !== null && (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )}
    <p className={styles.buttons}>
      <button type="submit" className="button" aria-disabled={isBusy || undefined}>
        Save
      </button>
      {tools}
      <button type="button" className="button button--plain" onClick={onDefault}>
        Use the default
      </button>
    </p>
  </form>
);
