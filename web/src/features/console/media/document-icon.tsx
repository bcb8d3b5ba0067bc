import * as styles from '../media.module.css';

/** Stands for a document where pictures are shown. */
export const DocumentIcon = () => (
  <span className={styles.document}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 2h8l5 5v15H6zM14 2v5h5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
    PDF
  </span>
);
