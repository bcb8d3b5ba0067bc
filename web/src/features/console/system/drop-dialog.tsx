import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { deadLetterApi, dropCall, type DeadLetter } from './system-api.ts';
import { eventText, groupText } from './system-texts.ts';

/** Gives an event up, with a reason for the audit log. */
export function DropDialog({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const { send } = deadLetterApi.useWrites();
  return (
    <ReasonDialog
      title={`Drop ${eventText(letter)}`}
      heading="Drop this event?"
      label="Drop"
      done="The event is dropped."
      send={async (reason) => send(dropCall(letter.id, reason))}
      onClose={onClose}
    >
      {groupText(letter.group)} never handles it, and its content is deleted. This cannot be undone.
    </ReasonDialog>
  );
}
