import * as styles from '../kit.module.css';

/** Says what is missing until a button can be pressed; nothing where `text` is null. The button refers to it by the id. */
export const MissingText = ({ id, text }: { id: string; text: string | null }) => (
  <output id={id} className={styles.missing}>
    {text}
  </output>
);
