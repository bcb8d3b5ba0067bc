// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '#shared/site/site-api.ts';
import { stubAntdBrowser } from '../../../testing/antd-browser.ts';
import { failure, stubServer } from '../../../testing/fake-server.ts';
import { leavePage, place, press, showPage, type } from '../../../testing/show-page.tsx';
import { SignupPage } from '../routes/signup-page.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  stubAntdBrowser();
  server = stubServer({
    'GET /api/site-setting': () =>
      Response.json({ data: { id: 1, attributes: { show_auth: true, contact_email: 'desk@site.example' } } }),
    'GET /api/country-states': () => Response.json({ data: [{ id: 3, attributes: { name: 'Kerala' } }] }),
    'POST /api/users': () => Response.json({ id: 41 }, { status: 201 }),
    'POST /api/auth/send-email-confirmation': () => Response.json({ sent: true }),
    'POST /api/email': () => Response.json({}),
    'PUT /api/users/41': () => Response.json({ id: 41 }),
    'POST /api/upload': () => Response.json([{ id: 77, url: '/uploads/a.png' }]),
    'POST /api/lawyers': () => Response.json({ data: { id: 9, attributes: {} } }),
    'POST /api/firms': () => Response.json({ data: { id: 9, attributes: {} } }),
  });
});
afterEach(leavePage);

const open = (path: string) =>
  showPage(
    <Routes>
      <Route path="/signup" element={<SignupPage path="/signup" />} />
      <Route path="/register" element={<SignupPage path="/register" />} />
      <Route path="*" element={null} />
    </Routes>,
    path,
  );
const sent = () =>
  server.calls.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => ({ call, body }));
const tick = (label: string | RegExp) => fireEvent.click(screen.getByLabelText(label));
const leave = (field: HTMLElement) => {
  fireEvent.blur(field);
  fireEvent.keyUp(document.body, { key: 'Tab' });
};
const callNames = () => sent().map(({ call }) => call);

async function chooseRole(label: string) {
  fireEvent.click(await screen.findByLabelText('Register as'));
  fireEvent.click(await screen.findByRole('option', { name: label }));
}
async function fillAccount() {
  await type('First name', ' Asha ');
  await type('Last name', 'Rao');
  await type('Email', 'asha@rao.example');
  await type('Mobile number', '9876543210');
  await type('Password', 'the-first-one');
  await type('Confirm password', 'the-first-one');
  tick('I am 18 or older');
}
const picture = new File(['pixels'], 'asha.png', { type: 'image/png' });
async function fillProfile(since = 'Practice Since', name = 'Name of the Lawyer', image = 'Profile Image') {
  fireEvent.change(await screen.findByLabelText(image), { target: { files: [picture] } });
  await type(name, 'Asha Rao');
  await type(since === 'Practice Since' ? 'Qualification' : 'Sub title or Tagline', 'Civil appeals');
  await type('License', 'K/1/2001');
  const date = screen.getByLabelText(since);
  fireEvent.mouseDown(date);
  fireEvent.change(date, { target: { value: '15/08/2001' } });
  fireEvent.blur(date);
  await type('Professional Email', 'desk@rao.example');
  await type('Phone number', '9876543211');
  await type('Address', '1 Law Street');
  await type('Website link', 'rao.example');
  await type('Profile Details', 'First.\n\nSecond & last.');
}
const accept = () => {
  const boxes = screen.getAllByLabelText(/I accept the/);
  const box = boxes.find((one) => one.closest('[hidden]') === null);
  if (box !== undefined) fireEvent.click(box);
};
const ACCOUNT = {
  role: 5,
  first_name: 'Asha',
  last_name: 'Rao',
  username: expect.stringMatching(/^asha-rao-\d+$/),
  email: 'asha@rao.example',
  mobile: '9876543210',
  password: 'the-first-one',
  cpassword: 'the-first-one',
  is_adult: true,
  accept_legal_agreement: true,
};
const PROFILE = {
  users_permissions_user: 41,
  SubCategory2: '0',
  PrimaryImageId: 77,
  Title: 'Asha Rao',
  Identifier: 'K/1/2001',
  shipping_class: null,
  DisplayDate: '2001-08-15',
  SubTitle: 'Civil appeals',
  Price: null,
  contact: {
    phone_number: '9876543211',
    email_address: 'desk@rao.example',
    address: '1 Law Street',
    website_link: 'rao.example',
  },
  Property1: [],
  Property2: [],
  Property3: [],
  PropertyList1: [],
  PropertyList2: [],
  PropertyList3: [],
  type_of_court: [],
  Detail1: '<p>First.</p><p>Second &amp; last.</p>',
  declaration: true,
};

describe('the signup page', () => {
  it('registers a customer in one step, says so, and goes on to the login page with the target', async () => {
    open('/signup?next=%2Fsaved');
    await chooseRole('Individual User');
    await fillAccount();
    accept();
    await press('Register');
    await screen.findByText('Registered successfully');
    await expect.poll(place).toBe('/login?registered=signup&next=%2Fsaved');
    expect(sent()).toEqual([
      { call: 'POST /api/users', body: { ...ACCOUNT, role: 4 } },
      { call: 'POST /api/auth/send-email-confirmation', body: { email: 'asha@rao.example' } },
      {
        call: 'POST /api/email',
        body: expect.objectContaining({ to: 'desk@site.example', subject: 'New User Registration' }),
      },
    ]);
  });

  it('names what is missing in the first step, and sends nothing', async () => {
    open('/signup');
    await press('Register');
    const summary = within(await screen.findByRole('region', { name: 'Errors in this form' }));
    expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Register as: Role is required',
      'First name: First name is required',
      'Last name: Last name is required',
      'Email: Email is required',
      'Mobile number: Mobile number is required',
      'Password: Password is required',
      'Confirm password: Confirm password is required',
      'Age: People under 18 need the consent of a parent or guardian to register',
    ]);
    expect(sent()).toEqual([]);
  });

  it.each([
    ['Email', 'asha', 'Invalid email format'],
    ['Mobile number', '98765', 'Mobile number must be 10 digits'],
    ['Password', 'short', 'Password must be at least 6 characters'],
    ['Confirm password', 'another-one', 'Passwords must match'],
  ])('rejects the %s "%s"', async (label, value, message) => {
    open('/signup');
    await chooseRole('Individual User');
    await fillAccount();
    accept();
    await type(label, value);
    await press('Register');
    expect((await screen.findAllByText(new RegExp(message))).length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
  });

  it.each(['/signup', '/register'])('checks a field of %s when it is left', async (path) => {
    open(path);
    const email = await screen.findByLabelText('Email');
    leave(email);
    await type('Email', 'asha');
    expect(screen.queryByText('Invalid email format')).toBeNull();
    leave(email);
    await screen.findByText('Invalid email format');
    await type('Email', 'asha@rao.example');
    await expect.poll(() => screen.queryByText('Invalid email format')).toBeNull();
    await type('Email', '');
    await screen.findByText('Email is required');
    expect(sent()).toEqual([]);
  });

  it('compares both passwords when the first is changed later', async () => {
    open('/signup');
    await type('Confirm password', 'gazette-1');
    leave(screen.getByLabelText('Confirm password'));
    await screen.findByText('Passwords must match');
    await type('Password', 'gazette-1');
    await expect.poll(() => screen.queryByText('Passwords must match')).toBeNull();
  });

  it('says nothing beside a field that is left by a press before the press has ended', async () => {
    open('/signup');
    await type('Email', 'asha');
    fireEvent.blur(screen.getByLabelText('Email'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByText('Invalid email format')).toBeNull();
    fireEvent.pointerUp(document.body);
    await screen.findByText('Invalid email format');
  });

  it('needs the legal agreement of a customer', async () => {
    open('/signup');
    await chooseRole('Individual User');
    await fillAccount();
    await press('Register');
    expect(await screen.findByText('Accept Legal Agreement')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('shows an address that belongs to an account beside its field and as a notice', async () => {
    server.responses['POST /api/users'] = failure(400, 'Email already taken');
    open('/signup');
    await chooseRole('Individual User');
    await fillAccount();
    accept();
    await press('Register');
    await expect.poll(() => screen.queryAllByText('Email already taken').length).toBe(2);
  });

  it.each([
    ['Individual Lawyer', 'POST /api/lawyers', 5, '0', undefined, undefined, undefined],
    ['Firm', 'POST /api/firms', 6, '1', 'Established in', 'Name of the Firm', 'Firm Image'],
  ])('registers as %s by %s', async (label, creation, role, kind, since, name, image) => {
    open('/signup');
    await chooseRole(label);
    await fillAccount();
    await press('Next');
    await fillProfile(since, name, image);
    accept();
    await press('Register');
    await screen.findByText('Registered successfully');
    expect(sent()).toEqual([
      { call: 'POST /api/users', body: { ...ACCOUNT, role } },
      { call: 'POST /api/auth/send-email-confirmation', body: { email: 'asha@rao.example' } },
      { call: 'POST /api/email', body: expect.anything() },
      { call: 'PUT /api/users/41', body: { data: { role } } },
      { call: 'POST /api/upload', body: null },
      { call: creation, body: { data: { ...PROFILE, SubCategory2: kind } } },
    ]);
  });

  it('names what is missing in the second step, and creates no account', async () => {
    open('/signup');
    await chooseRole('Individual Lawyer');
    await fillAccount();
    await press('Next');
    await press('Register');
    const summary = within(await screen.findByRole('region', { name: 'Errors in this form' }));
    expect(summary.getAllByRole('link').map((link) => link.textContent?.split(': ')[1])).toEqual([
      'Profile Image is required',
      'Name of the Lawyer is required',
      'License is required',
      'Practice Since is required',
      'Qualification is required',
      'Email is required',
      'Phone number is required',
      'Address is required',
      'Website link is required',
      'Profile Details is required',
      'Accept Legal Agreement',
    ]);
    expect(sent()).toEqual([]);
  });

  it('keeps the values of both steps on the way back', async () => {
    open('/signup');
    await chooseRole('Individual Lawyer');
    await fillAccount();
    await press('Next');
    await type('License', 'K/1/2001');
    await press('Back');
    expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('the-first-one');
    await press('Next');
    expect((await screen.findByLabelText<HTMLInputElement>('License')).value).toBe('K/1/2001');
  });

  it('goes back to the first step when the account is rejected', async () => {
    server.responses['POST /api/users'] = failure(400, 'Email already taken');
    open('/signup');
    await chooseRole('Individual Lawyer');
    await fillAccount();
    await press('Next');
    await fillProfile();
    accept();
    await press('Register');
    await expect.poll(() => document.activeElement?.id).toBe('signup_email');
    await press('Next');
    expect((await screen.findAllByText(/Email already taken/)).length).toBeGreaterThan(0);
  });

  it('continues a registration whose profile failed where it stopped', async () => {
    server.responses['POST /api/lawyers'] = failure(400, 'Phone number must be 10 digits', [
      { path: ['contact', 'phone_number'], message: 'Phone number must be 10 digits' },
    ]);
    open('/signup');
    await chooseRole('Individual Lawyer');
    await fillAccount();
    await press('Next');
    await fillProfile();
    accept();
    await press('Register');
    await screen.findByText(/Your account has been created, but not your profile/);
    await expect.poll(() => document.activeElement?.id).toBe('signup-profile_phone_number');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();

    server.calls.length = 0;
    server.responses['POST /api/lawyers'] = failure(400, 'This attribute must be unique', [
      { path: ['users_permissions_user'], message: 'This attribute must be unique' },
    ]);
    await press('Register');
    await screen.findByText('Registered successfully');
    expect(callNames()).toEqual(['POST /api/lawyers']);
  });

  it('rejects a picture of another type', async () => {
    open('/signup');
    await chooseRole('Individual Lawyer');
    await fillAccount();
    await press('Next');
    await fillProfile();
    accept();
    const drawing = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' });
    fireEvent.change(screen.getByLabelText('Profile Image'), { target: { files: [drawing] } });
    expect(await screen.findByText('Only png, jpeg, jpg and gif images are accepted')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('says at once why a picture is rejected, and keeps the one that was chosen before', async () => {
    open('/signup');
    await chooseRole('Individual Lawyer');
    await fillAccount();
    await press('Next');
    await fillProfile();
    const drawing = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' });
    fireEvent.change(screen.getByLabelText('Profile Image'), { target: { files: [drawing] } });
    expect(screen.getByRole('alert').textContent).toBe('Only png, jpeg, jpg and gif images are accepted');
    expect(screen.getByAltText('Preview')).toBeTruthy();
  });

  it('does not exist where the site has no login', async () => {
    server.responses['GET /api/site-setting'] = () =>
      Response.json({ data: { id: 1, attributes: { show_auth: false } } });
    open('/signup');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });

  it('offers to try again when the settings of the site could not be loaded', async () => {
    const respond = server.responses['GET /api/site-setting'];
    server.responses['GET /api/site-setting'] = failure(503, 'down');
    open('/signup');
    await screen.findByRole('heading', { name: 'This part cannot be shown just now' });
    expect(screen.getByRole('heading', { level: 1, name: 'Register' })).toBeTruthy();
    if (respond !== undefined) server.responses['GET /api/site-setting'] = respond;
    await press('Try again');
    expect(await screen.findByLabelText('First name')).toBeTruthy();
  });

  it('leads who is logged in to the account', async () => {
    open('/signup').logIn(4);
    await expect.poll(place).toBe('/account');
  });
});

describe('the older register page', () => {
  it('registers a basic user, with its own message', async () => {
    open('/register');
    await fillAccount();
    accept();
    await press('Register');
    await screen.findByText('Registraion Success');
    await expect.poll(place).toBe('/login?registered=register');
    expect(callNames()[0]).toBe('POST /api/users');
  });

  it('has a second step with a shipping class for lawyers and firms', async () => {
    open('/register');
    await fillAccount();
    fireEvent.click(screen.getByLabelText('Register as Legal Firm'));
    await press('Next');
    await fillProfile('Established in', 'Name of the Firm', 'Firm Image');
    await type('Shipping class', 'standard');
    expect(screen.queryByLabelText('Hourly Charge')).toBeNull();
    accept();
    await press('Register');
    await screen.findByText('Registraion Success');
    expect(sent().at(-1)).toEqual({
      call: 'POST /api/firms',
      body: { data: { ...PROFILE, SubCategory2: '1', shipping_class: 'standard' } },
    });
  });
});
