import { useState } from 'react';
import { fromIndiaField, toIndiaField } from '../article/india-time.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { useDialogCall } from '../dialog/use-dialog-call.ts';
import type { PostRow } from '../posts/post-api.ts';
import { titleOf } from './calendar-view.tsx';

interface ScheduleDialogProps {
  post: PostRow;
  now: number;
  /** Schedules the article. Resolves with what is wrong; null when it is done. */
  onSchedule: (at: string) => Promise<string | null>;
  onClose: () => void;
}

/** Chooses the time in India at which an article goes live; of one that is scheduled, another time. */
export function ScheduleDialog({ post, now, onSchedule, onClose }: ScheduleDialogProps) {
  const isMove = typeof post.publishedAt === 'string';
  const verb = isMove ? 'Change the time' : 'Schedule';
  const [value, setValue] = useState(toIndiaField(post.publishedAt ?? null));
  const { isBusy, error, run } = useDialogCall();
  const submit = async (): Promise<string | null> => {
    const at = fromIndiaField(value);
    if (at === null || Date.parse(at) <= now) return 'Give a time that is still to come';
    const wrong = await onSchedule(at);
    if (wrong === null) onClose();
    return wrong;
  };
  return (
    <NativeDialog title={verb} onClose={onClose}>
      <DialogForm submitLabel={verb} isBusy={isBusy} onSubmit={() => void run(submit)} onClose={onClose}>
        <p>{titleOf(post)}</p>
        <DialogField label="Goes live at (India time)" error={error}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="datetime-local"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}
