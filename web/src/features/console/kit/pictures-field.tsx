import { PictureField, Preview } from './picture-field.tsx';
import * as styles from '../kit.module.css';

interface PicturesFieldProps {
  id?: string;
  /** Name of the field. */
  label?: string;
  /** Ids of the pictures, in their order. */
  value?: readonly number[];
  onChange?: (value: number[]) => void;
}

/** Several pictures in an order: each is moved to the front or removed, and another one is added at the end. */
export function PicturesField({ id, label, value = [], onChange }: PicturesFieldProps) {
  const without = (picture: number): number[] => value.filter((one) => one !== picture);
  return (
    <div className={styles.pictures}>
      {value.length > 0 && (
        <ol className={styles.gallery}>
          {value.map((picture, index) => (
            <li key={picture}>
              <Preview id={picture} />
              <span className={styles.pictureButtons}>
                {index > 0 && (
                  <button
                    type="button"
                    className={styles.tool}
                    aria-label={`Picture ${index + 1} to the front`}
                    onClick={() => onChange?.([picture, ...without(picture)])}
                  >
                    To the front
                  </button>
                )}
                <button
                  type="button"
                  className={styles.tool}
                  aria-label={`Remove picture ${index + 1}`}
                  onClick={() => onChange?.(without(picture))}
                >
                  Remove
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <PictureField
        // A new field after each picture that was added.
        key={value.length}
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { label })}
        onChange={(picture) => {
          if (picture !== null && !value.includes(picture)) onChange?.([...value, picture]);
        }}
      />
    </div>
  );
}
