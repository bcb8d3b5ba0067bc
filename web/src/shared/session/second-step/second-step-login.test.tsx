// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { selectSession } from '#shared/session/session-slice.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { LoginForm } from '../login-form.tsx';

afterEach(leavePage);

const LOGIN = { jwt: 'a.eyJyb2xlIjoxMX0.c', user: { id: 7, first_name: 'Asha', last_name: 'Rao' } };
const challenge = (enrolment: boolean) => () =>
  Response.json(
    {
      data: null,
      error: {
        status: 401,
        name: 'SecondStepError',
        message: 'Enter the code of your authenticator app',
        details: { second_step: 'sealed', enrolment },
      },
    },
    { status: 401 },
  );

async function logIn() {
  const shown = showPage(<LoginForm target="/console" />, '/login');
  await type('Email Id', 'meena@example.com');
  await type('Password', 'secret1');
  await press('Log in');
  return shown;
}

describe('a login with a second step', () => {
  it('asks for the code after the password, and then starts the session', async () => {
    const server = stubServer({
      'POST /api/auth/local': challenge(false),
      'POST /api/auth/second-step': () => Response.json(LOGIN),
    });
    const { store } = await logIn();
    await type('Code', '123 456');
    expect(selectSession(store.getState())).toBeNull();
    await press('Log in');
    await waitFor(() => expect(selectSession(store.getState())?.user.id).toBe(7));
    const sent = server.calls.find(({ call }) => call === 'POST /api/auth/second-step');
    expect(sent?.body).toEqual({ token: 'sealed', code: '123 456' });
  });

  it('leads an account that needs one to set it up, and starts the session after the recovery codes', async () => {
    stubServer({
      'POST /api/auth/local': challenge(true),
      'POST /api/auth/second-step/enrolment': () =>
        Response.json({
          enrolment: 'e',
          secret: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP',
        }),
      'POST /api/auth/second-step/activation': () =>
        Response.json({ ...LOGIN, recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] }),
    });
    const { store } = await logIn();
    await type('Code', '123456');
    await press('Turn on');
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
    expect(selectSession(store.getState())).toBeNull();
    await press('I have saved them');
    await waitFor(() => expect(selectSession(store.getState())?.user.id).toBe(7));
  });

  it('goes back to the password', async () => {
    stubServer({ 'POST /api/auth/local': challenge(false) });
    await logIn();
    await press('Back');
    expect(await screen.findByLabelText('Email Id')).toBeTruthy();
  });
});
