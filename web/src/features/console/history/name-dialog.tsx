import { useState } from 'react';
import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import type { StaffResponse } from '../session/staff-request.ts';

interface NameDialogProps {
  entry: ListedRevision;
  onSave: (name: string | null) => Promise<StaffResponse>;
  onSaved: () => void;
  onClose: () => void;
}

const MAX_NAME = 120;

/** Names a state, which then stays in the history for good. */
export function NameDialog({ entry, onSave, onSaved, onClose }: NameDialogProps) {
  const [name, setName] = useState(entry.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const response = await onSave(name.trim() === '' ? null : name.trim());
    if (response.isOk) {
      onSaved();
      onClose();
      return;
    }
    setBusy(false);
    setError(response.problem.message);
  };
  return (
    <NativeDialog title="Name of this state" onClose={onClose}>
      <DialogForm submitLabel="Save" isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
        <DialogField label="Name" help="States with a name stay in the history for good" error={error}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              maxLength={MAX_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}
