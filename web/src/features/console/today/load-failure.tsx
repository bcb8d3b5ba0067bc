import * as styles from '../today.module.css';
import { TODAY } from './today-texts.ts';

interface LoadFailureProps {
  text: string;
  lists: readonly { refetch: () => unknown }[];
}

/** Says that a part of the page could not be loaded, and loads its lists again. */
export const LoadFailure = ({ text, lists }: LoadFailureProps) => (
  <p className={styles.todayFailure} role="alert">
    {text}{' '}
    <button
      type="button"
      className="button button--plain"
      onClick={() => lists.forEach((list) => list.refetch())}
    >
      {TODAY.retry}
    </button>
  </p>
);
