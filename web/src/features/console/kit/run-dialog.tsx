import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT } from './kit-texts.ts';
import type { Run } from './use-actions.tsx';

interface RunDialogProps {
  run: Run;
  onStop: () => void;
  onClose: () => void;
}

/** Progress and results of an action on several rows. */
export function RunDialog({ run, onStop, onClose }: RunDialogProps) {
  const { label, total, done, failures, state } = run;
  const isRunning = state === 'running';
  const finished = done + failures.length;
  return (
    <Dialog title={label} onClose={isRunning ? onStop : onClose}>
      <h2>{isRunning ? KIT.running(label) : label}</h2>
      <progress className={styles.progress} aria-label={label} max={total} value={finished} />
      <output>
        {state === 'running' && KIT.progress(finished, total)}
        {state === 'stopped' && KIT.stopped(finished, total)}
        {state === 'finished' && done > 0 && KIT.succeeded(done)}
      </output>
      {failures.length > 0 && (
        <>
          <p className={styles.failed}>{KIT.failures(failures.length)}</p>
          <ul className={styles.failures}>
            {failures.map(({ id, title, message }) => (
              <li key={id}>
                <b>{title}</b> {message}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.dialogButtons}>
        {isRunning ? (
          <button type="button" className="button button--plain" onClick={onStop}>
            {KIT.stop}
          </button>
        ) : (
          <button type="button" className="button" onClick={onClose}>
            {KIT.close}
          </button>
        )}
      </div>
    </Dialog>
  );
}
