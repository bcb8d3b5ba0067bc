import { baseUrl } from './browser.ts';

/** Registers a customer of the running product, whose username is the address. */
export async function registerCustomer(email: string, password: string): Promise<void> {
  const response = await fetch(`${baseUrl()}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Asha',
      last_name: 'Rao',
      username: email,
      email,
      mobile: '9876543210',
      password,
      cpassword: password,
      role: 4,
      accept_legal_agreement: true,
    }),
  });
  if (!response.ok) throw new Error(`the registration got ${response.status}`);
}
