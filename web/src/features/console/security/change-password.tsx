import { useState } from 'react';
import { PlainButton } from '#shared/app-page/plain-button.tsx';
import { PasswordForm } from '#shared/session/password-form.tsx';

/** The own password; a new one ends all other sessions. */
export function ChangePassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="own-password">
      <h2 id="own-password">Password</h2>
      {isOpen ? (
        <PasswordForm isStaff onEnd={() => setOpen(false)} />
      ) : (
        <>
          <p>A new password logs you out everywhere else.</p>
          <PlainButton onClick={() => setOpen(true)}>Change password</PlainButton>
        </>
      )}
    </section>
  );
}
