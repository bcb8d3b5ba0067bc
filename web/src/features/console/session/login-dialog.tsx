import { LoginForm } from '#shared/session/login-form.tsx';
import { NativeDialog } from '../dialog/native-dialog.tsx';

/** Logs in above a page whose session has ended. What was typed stays, and is saved afterwards. */
export const LoginDialog = ({ name }: { name: string }) => (
  <NativeDialog title="Your session has ended" isPersistent>
    <p>Log in again{name === '' ? '' : ` as ${name}`} to go on. What you typed is still here.</p>
    <LoginForm target={location.pathname} />
  </NativeDialog>
);
