import { TextField } from '../../forms/thin-form.tsx';

/** The input of a code, which phones fill in from the authenticator app. */
export const CodeField = ({ isAppOnly = false }: { isAppOnly?: boolean }) => (
  <TextField
    name="code"
    autoComplete="one-time-code"
    // A recovery code has letters.
    inputMode={isAppOnly ? 'numeric' : 'text'}
    autoCapitalize="characters"
    spellCheck={false}
    required
  />
);
