/** Id of the role of customers. */
const CUSTOMER = 4;
const MEMBER_PASSWORD = 'a-secret-of-members';

/** Creates the body of `POST /api/users` that registers a customer. */
export const registrationBody = (email: string, username: string) => ({
  email,
  username,
  password: MEMBER_PASSWORD,
  cpassword: MEMBER_PASSWORD,
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '9876543210',
  role: CUSTOMER,
  is_adult: true,
  accept_legal_agreement: true,
});
