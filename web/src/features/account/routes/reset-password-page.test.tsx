// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { stubServer } from '../../../testing/fake-server.ts';
import { leavePage, press, showPage, type } from '../../../testing/show-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

afterEach(leavePage);

it.each([
  ['of a customer', '', 6],
  ['of somebody who is invited to the staff', '&invited=1', 10],
])(
  'the page of a new password %s says how long it has to be, and checks that',
  async (_whose, query, length) => {
    const server = stubServer({});
    showPage(<ResetPasswordPage />, `/reset-password?code=a-code${query}`);
    await screen.findByText(`At least ${length} characters`);
    await type('New password', 'x'.repeat(length - 1));
    await type('Confirm password', 'x'.repeat(length - 1));
    await press('Password Reset');
    expect(await screen.findAllByText(`Password must be at least ${length} characters`)).not.toEqual([]);
    expect(server.calls).toEqual([]);
  },
);
