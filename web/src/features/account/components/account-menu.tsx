import { useState } from 'react';
import '../account-menu.css';
import { endSession, useSession } from '../../../shared/session.ts';

interface AccountMenuProps {
  /** Where the focus goes when the button that had it is gone. */
  onLogout: () => void;
}

/** Who is signed in and the way out; nothing for everybody else. */
export function AccountMenu({ onLogout }: AccountMenuProps) {
  const session = useSession();
  const [hasLeft, setHasLeft] = useState(false);
  const handleClick = () => {
    endSession();
    setHasLeft(true);
    onLogout();
  };
  return (
    <>
      {session !== null && (
        <button className="account-menu" type="button" title={session.user.name} onClick={handleClick}>
          Log out<span className="visually-hidden"> {session.user.name}</span>
        </button>
      )}
      <output className="visually-hidden">{hasLeft && session === null ? 'You are logged out' : ''}</output>
    </>
  );
}
