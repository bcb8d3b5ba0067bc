// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filled } from './checks.ts';
import { ComboField } from './combo-field.tsx';
import type { FormDefinition } from './form-definition.ts';
import { RadioField } from './radio-field.tsx';
import { ThinForm } from './thin-form.tsx';

interface Values {
  role: string;
  court: string;
}

const form: FormDefinition<Values> = {
  id: 'test',
  fields: {
    role: { label: 'Role', help: 'Of the account', checks: [filled('Role is required')] },
    court: { label: 'Court' },
  },
};
const ROLES = [
  { value: '4', label: 'Individual User' },
  { value: '5', label: 'Individual Lawyer' },
  { value: '6', label: 'Firm' },
];
const COURTS = [
  { value: 'high', label: 'High Court' },
  { value: 'supreme', label: 'Supreme Court' },
];

let sent: Values[];
let chosen: string[];
let response: { error?: unknown };

beforeEach(() => {
  sent = [];
  response = {};
  chosen = [];
  const note = (value: string) => void chosen.push(value);
  const submit = async (values: Values) => {
    sent.push(values);
    return response;
  };
  render(
    <ThinForm form={form} submit={submit} submitLabel="Send" busyLabel="Sending">
      <ComboField name="role" options={ROLES} placeholder="Choose or type" onChoose={note} />
      <RadioField name="court" options={COURTS} defaultValue="high" onChoose={note} />
    </ThinForm>,
  );
});
afterEach(cleanup);

const combo = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Role' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => {
  const id = combo().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const key = (name: string) => fireEvent.keyDown(combo(), { key: name });
const type = (value: string) => fireEvent.change(combo(), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('the combobox', () => {
  it('shows all options on a click, and takes the one that is clicked', () => {
    fireEvent.click(combo());
    expect(options()).toEqual(ROLES.map(({ label }) => label));
    expect(combo().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listbox', { name: 'Role' }).id).toBe(combo().getAttribute('aria-controls'));
    fireEvent.click(screen.getByRole('option', { name: 'Firm' }));
    expect([combo().value, combo().getAttribute('aria-expanded'), options()]).toEqual(['Firm', 'false', []]);
    expect(chosen).toEqual(['6']);
  });

  it('is searched by typing and used by keys', () => {
    type('indiv');
    expect([options(), active()]).toEqual([['Individual User', 'Individual Lawyer'], 'Individual User']);
    key('ArrowDown');
    expect(active()).toBe('Individual Lawyer');
    key('ArrowDown');
    expect(active()).toBe('Individual User');
    key('ArrowUp');
    expect(key('Enter')).toBe(false);
    expect([combo().value, chosen, sent]).toEqual(['Individual Lawyer', ['5'], []]);
    key('ArrowDown');
    expect(active()).toBe('Individual Lawyer');
  });

  it('goes back to the chosen option on Escape, and on blur after another text', () => {
    type('Firm');
    key('Enter');
    type('judge');
    expect([options(), screen.queryByText('No result found') !== null, active()]).toEqual([[], true, null]);
    key('Escape');
    expect([combo().value, combo().getAttribute('aria-expanded')]).toEqual(['Firm', 'false']);
    type('individual');
    fireEvent.blur(combo());
    expect([combo().value, chosen]).toEqual(['Firm', ['6']]);
  });

  it('does not submit the form on Enter while its text is no option', () => {
    type('Firm');
    key('Enter');
    type('judge');
    expect(key('Enter')).toBe(false);
    expect(combo().value).toBe('judge');
    expect(announced()).toContain('No result found');
    key('Escape');
    expect(key('Enter')).toBe(true);
    expect(announced()).not.toContain('No result found');
  });

  it('shows a message of the server about the chosen option until another one is chosen', async () => {
    type('Firm');
    key('Enter');
    response = { error: { status: 400, code: '', message: 'no', fields: { role: 'Not this one' } } };
    send();
    expect(await screen.findByText('Not this one', { selector: '.field__error' })).toBeTruthy();
    expect(combo().getAttribute('aria-invalid')).toBe('true');
    type('User');
    key('Enter');
    await waitFor(() => expect(combo().getAttribute('aria-invalid')).toBeNull());
  });

  it('is emptied with its form', () => {
    type('Firm');
    key('Enter');
    fireEvent.reset(combo().form as HTMLFormElement);
    expect(combo().value).toBe('');
  });

  it('takes a text that is an option on blur', () => {
    type('firm ');
    fireEvent.blur(combo());
    expect([combo().value, chosen]).toEqual(['Firm', ['6']]);
  });

  it('has its message and the focus until an option is chosen', async () => {
    send();
    await waitFor(() => expect(document.activeElement).toBe(combo()));
    expect(combo().getAttribute('aria-invalid')).toBe('true');
    expect(combo().getAttribute('aria-describedby')).toBe('test_role-help test_role-error');
    type('fi');
    expect(screen.queryByText('Role is required')).not.toBeNull();
    key('Enter');
    expect(screen.queryByText('Role is required')).toBeNull();
    send();
    await waitFor(() => expect(sent).toEqual([{ role: '6', court: 'high' }]));
  });
});

describe('the radio field', () => {
  it('sends the option that is chosen', async () => {
    fireEvent.click(screen.getByLabelText('Supreme Court'));
    expect(screen.getByRole('radiogroup', { name: 'Court' })).toBeTruthy();
    expect(chosen).toEqual(['supreme']);
    type('Firm');
    key('Enter');
    send();
    await waitFor(() => expect(sent).toEqual([{ role: '6', court: 'supreme' }]));
  });
});
