import { useId } from 'react';
import { useSession } from '#shared/session/session.ts';
import { colleagueName, useColleagues } from './message-api.ts';

interface AssigneeFieldProps {
  assignee: number | null;
  isBusy: boolean;
  /** Stores who looks after it; `done` says so. */
  onAssign: (assignee: number | null, done: string) => void;
}

/** A list of those who can look after something, with a button for oneself. */
export function AssigneeField({ assignee, isBusy, onAssign }: AssigneeFieldProps) {
  const me = useSession()?.user.id ?? null;
  const colleagues = useColleagues();
  const id = useId();
  const assign = (to: number | null): void =>
    onAssign(
      to,
      to === null ? 'Nobody looks after it.' : `Looked after by ${colleagueName(colleagues, to)}.`,
    );
  const isListed = colleagues.some((one) => one.id === assignee);
  return (
    <>
      <label className="field__name" htmlFor={id}>
        Looked after by
      </label>
      <select
        id={id}
        className="field__input"
        value={assignee ?? ''}
        onChange={({ target }) => assign(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Nobody</option>
        {assignee !== null && !isListed && (
          <option value={assignee}>{colleagueName(colleagues, assignee)}</option>
        )}
        {colleagues.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {me !== null && assignee !== me && (
        <button
          type="button"
          className="button button--plain"
          aria-disabled={isBusy || undefined}
          onClick={() => assign(me)}
        >
          I look after it
        </button>
      )}
    </>
  );
}
