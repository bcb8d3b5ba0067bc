import * as kit from '../kit.module.css';
import * as styles from './webhooks.module.css';

interface SecretNoteProps {
  secret: string;
  onClose: () => void;
}

/** The secret of a webhook, which the API shows once. */
export const SecretNote = ({ secret, onClose }: SecretNoteProps) => (
  <div className={styles.secret} role="alert">
    <p>Copy the secret now. It is shown this once; the receiver needs it to verify what it gets.</p>
    <p>
      <code>{secret}</code>
    </p>
    <button type="button" className={kit.tool} onClick={onClose}>
      I have copied it
    </button>
  </div>
);
