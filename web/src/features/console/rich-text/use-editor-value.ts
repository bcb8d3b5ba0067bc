import { useEffect, useState } from 'react';
import type { Editor } from '@tiptap/core';

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns a value of the editor's state. The component renders again when the value has changed, not with every key, and after the
 * browser has painted the key. `select` is the same function every time.
 */
export function useEditorValue<Value extends object>(
  editor: Editor,
  select: (editor: Editor) => Value,
): Value {
  const [value, setValue] = useState(() => select(editor));
  useEffect(() => {
    let frame = 0;
    const read = (): void => {
      frame = 0;
      if (editor.isDestroyed) return;
      const next = select(editor);
      setValue((last) => (isSame(last, next) ? last : next));
    };
    const schedule = (): void => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    editor.on('transaction', schedule);
    schedule();
    return () => {
      editor.off('transaction', schedule);
      cancelAnimationFrame(frame);
    };
  }, [editor, select]);
  return value;
}
