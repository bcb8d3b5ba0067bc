import { useEffect, useState } from 'react';
import type { Editor } from '@tiptap/core';

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A pause between two keys: a value that changes while somebody types is shown after it. */
const PAUSE_MS = 60;

/**
 * Returns a value of the editor's state. It is read after the last of several keys, so that a key is painted before, and the component
 * renders again when the value has changed. `select` is the same function every time.
 */
export function useEditorValue<Value extends object>(
  editor: Editor,
  select: (editor: Editor) => Value,
): Value {
  const [value, setValue] = useState(() => select(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      if (editor.isDestroyed) return;
      const next = select(editor);
      setValue((last) => (isSame(last, next) ? last : next));
    };
    const schedule = (): void => {
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE_MS);
    };
    editor.on('transaction', schedule);
    read();
    return () => {
      editor.off('transaction', schedule);
      clearTimeout(timer);
    };
  }, [editor, select]);
  return value;
}
