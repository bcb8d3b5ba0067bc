// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '../api/problem.ts';
import { email, filled, minLength, required, sameAs } from './checks.ts';
import type { FormDefinition } from './form-definition.ts';
import { NO_RESPONSE, type SubmitResult } from './form-state.ts';
import { CheckboxField, TextField, ThinForm } from './thin-form.tsx';

interface Values {
  email: string;
  password: string;
  again: string;
  agreement: boolean;
}

const form: FormDefinition<Values> = {
  id: 'test',
  fields: {
    email: { label: 'Email', checks: [required('email'), email('The email must be a valid email address.')] },
    password: {
      label: 'Password',
      help: 'Six characters or more',
      checks: [minLength(6, 'Password must be at least 6 characters')],
    },
    again: { label: 'Again', checks: [sameAs('password', 'Passwords must match')] },
    agreement: { label: 'Agreed', checks: [filled('Accept Legal Agreement')] },
  },
};

afterEach(cleanup);

const show = (submit: (values: Values) => Promise<SubmitResult>, more: { failureMessage?: string } = {}) =>
  render(
    <ThinForm
      form={form}
      submit={submit}
      submitLabel="Send"
      busyLabel="Sending"
      successMessage="Sent"
      {...more}
    >
      <TextField name="email" />
      <TextField name="password" type="password" />
      <TextField name="again" type="password" />
      <CheckboxField name="agreement" />
    </ThinForm>,
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button'));
const fillIn = () => {
  type('Email', 'a@b.in');
  type('Password', 'secret');
  type('Again', 'secret');
  fireEvent.click(field('Agreed'));
};

describe('a form', () => {
  it('shows every error beside its field and in a summary of links, and focuses the first', async () => {
    const submit = vi.fn(async () => ({}));
    show(submit);
    type('Password', 'short');
    type('Again', 'other');
    send();
    const summary = await screen.findByRole('region', { name: 'Errors in this form' });
    expect(
      [...summary.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent]),
    ).toEqual([
      ['#test_email', 'Email: The email field is required'],
      ['#test_password', 'Password: Password must be at least 6 characters'],
      ['#test_again', 'Again: Passwords must match'],
      ['#test_agreement', 'Agreed: Accept Legal Agreement'],
    ]);
    const described = field('Password').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Six characters or more',
      'Password must be at least 6 characters',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    expect(submit).not.toHaveBeenCalled();
  });

  it('removes the error of a field once its value is valid', async () => {
    show(async () => ({}));
    type('Email', 'nobody');
    send();
    await screen.findByText('The email must be a valid email address.');
    type('Email', 'nobody@b');
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    type('Email', 'nobody@b.in');
    expect(field('Email').getAttribute('aria-invalid')).toBeNull();
  });

  it('removes the error of a field that another one has made valid', async () => {
    show(async () => ({}));
    type('Password', 'secret');
    type('Again', 'secrets');
    send();
    await screen.findAllByText(/Passwords must match/);
    type('Password', 'secrets');
    expect(field('Again').getAttribute('aria-invalid')).toBeNull();
  });

  it('is sent once, however often its button is clicked, and shows the success message', async () => {
    const { promise, resolve } = Promise.withResolvers<SubmitResult>();
    const submit = vi.fn(() => promise);
    show(submit);
    fillIn();
    send();
    send();
    expect((await screen.findByRole('button', { name: 'Sending' })).getAttribute('aria-disabled')).toBe(
      'true',
    );
    resolve({});
    expect((await screen.findByText('Sent')).tagName).toBe('OUTPUT');
    expect(submit.mock.calls).toEqual([
      [{ email: 'a@b.in', password: 'secret', again: 'secret', agreement: true }],
    ]);
  });

  it('shows the message of the last attempt until the next one has ended: without it, the button would move', async () => {
    const attempts = [Promise.resolve({ error: problemOf(400, { error: { message: 'Busy' } }) })];
    const { promise, resolve } = Promise.withResolvers<SubmitResult>();
    show(() => attempts.pop() ?? promise);
    fillIn();
    send();
    await screen.findByText('Busy');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByRole('button', { name: 'Sending' });
    expect(screen.getByText('Busy')).toBeTruthy();
    resolve({});
    await screen.findByText('Sent');
    expect(screen.queryByText('Busy')).toBeNull();
  });

  it('shows an error of the server beside its field', async () => {
    const details = { errors: [{ path: ['email'], message: 'Email already taken' }] };
    show(async () => ({
      error: problemOf(400, { error: { name: 'ValidationError', message: 'm', details } }),
    }));
    fillIn();
    send();
    await screen.findByText('Email already taken');
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    type('Password', 'secrets');
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    type('Email', 'b@b.in');
    expect(field('Email').getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    [
      'the message of the server',
      problemOf(400, { error: { message: 'Invalid identifier' } }),
      'Invalid identifier',
    ],
    ['that nothing answered', problemOf(0, null), NO_RESPONSE],
    ['that nothing answered, to a thrown error', new TypeError('offline'), NO_RESPONSE],
  ])('shows %s and focuses it', async (_name, error, text) => {
    show(async () => ({ error }));
    fillIn();
    send();
    const failure = await screen.findByText(text);
    await waitFor(() => expect(document.activeElement).toBe(failure));
  });

  it('shows the failure message of the form instead of that of the server, or none', async () => {
    show(async () => ({ error: problemOf(500, null) }), {
      failureMessage: 'Error sending password reset link.',
    });
    fillIn();
    send();
    expect(await screen.findByText('Error sending password reset link.')).toBeTruthy();
  });
});
