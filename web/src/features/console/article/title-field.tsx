import { useId, useLayoutEffect, useRef } from 'react';
import * as styles from './article.module.css';

interface TitleFieldProps {
  value: string;
  error: string | null;
  onChange: (title: string) => void;
  /** Called when Enter ends the title. */
  onEnter: () => void;
}

const MAX_LENGTH = 255;
const COUNTED_FROM = 70;

/** The title, which is as high as its text. */
export function TitleField({ value, error, onChange, onEnter }: TitleFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    // Elsewhere `field-sizing` does this, after a change of the width, too.
    if (field.current === null || CSS.supports('field-sizing', 'content')) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [value]);
  return (
    <div className={styles.articleTitle}>
      <textarea
        ref={field}
        data-spot="title"
        aria-label="Title"
        aria-invalid={error !== null || undefined}
        aria-describedby={id}
        placeholder="Title"
        rows={1}
        maxLength={MAX_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          onEnter();
        }}
      />
      <p id={id}>
        {error ??
          (value.length > COUNTED_FROM ? `${value.length} characters: search engines show about 70` : '')}
      </p>
    </div>
  );
}
