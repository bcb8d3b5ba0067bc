// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import type { MailingList } from '../letters-api.ts';
import { ContactForm, NOT_SENT } from './contact-form.tsx';
import { GrievanceForm } from './grievance-form.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

let calls: { call: string; body: unknown }[];
let status: number;
beforeEach(() => {
  calls = [];
  status = 200;
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push({ call: `${request.method} ${new URL(request.url).pathname}`, body: await request.json() });
    return Response.json({}, { status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (form: ReactNode) => render(<Provider store={apiStore()}>{form}</Provider>);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const MESSAGE = { name: 'Asha', email: 'asha@rao.example', subject: 'Correction', message: 'Line two.' };
const fillIn = () => {
  type('Name', MESSAGE.name);
  type('Email', MESSAGE.email);
  type('Subject', MESSAGE.subject);
  type('Message', MESSAGE.message);
};

it.each([
  { name: 'contact', form: <ContactForm />, use: 'We use your message and address only to reply to you' },
  {
    name: 'subscribe',
    form: <SubscribeForm list="newsletter" />,
    use: 'or when you unsubscribe',
  },
])('the form to $name states what the data are used for', ({ form, use }) => {
  const { container } = show(form);
  expect(container.querySelector('form')?.textContent).toContain(use);
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy-policy');
});

describe('the contact form', () => {
  it('sends the message, and thanks with a link to the front page', async () => {
    show(<ContactForm />);
    fillIn();
    press('Send');
    const thanks = await screen.findByRole('heading', { name: 'Thank You' });
    await expect.poll(() => document.activeElement).toBe(thanks);
    expect(screen.getByRole('link', { name: 'Go to the front page' }).getAttribute('href')).toBe('/');
    expect(calls).toEqual([{ call: 'POST /api/email', body: { ...MESSAGE, website: '' } }]);
  });

  it('names every missing field, and sends nothing', async () => {
    const { container } = show(<ContactForm />);
    press('Send');
    const shown = () => [...container.querySelectorAll('.field__error')].map((one) => one.textContent);
    await expect
      .poll(shown)
      .toEqual(['name', 'email', 'subject', 'message'].map((name) => `The ${name} field is required`));
    expect(calls).toEqual([]);
  });

  it('stays as it is after a failure, and says so', async () => {
    status = 500;
    show(<ContactForm />);
    fillIn();
    press('Send');
    expect(await screen.findByText(NOT_SENT)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(MESSAGE.message);
  });
});

describe('the subscription form', () => {
  it.each<[MailingList, string, object]>([
    ['newsletter', 'POST /api/auth/local/register', { email: MESSAGE.email }],
    ['coming-soon', 'POST /api/coming-soon-users', { data: { email: MESSAGE.email } }],
  ])('subscribes to the %s list', async (list, call, body) => {
    show(<SubscribeForm list={list} />);
    type('Email', MESSAGE.email);
    press('Subscribe');
    await screen.findByText(
      'Thank you for subscribing. We look forward to staying in touch and bringing you great content!',
    );
    expect(calls).toEqual([{ call, body }]);
  });

  it('needs an address', async () => {
    show(<SubscribeForm list="newsletter" />);
    press('Subscribe');
    expect(await screen.findByText('The email field is required')).toBeTruthy();
    expect(calls).toEqual([]);
  });
});

describe('the form of a grievance', () => {
  const GRIEVANCE = {
    name: 'Asha',
    email: 'asha@rao.example',
    link: 'https://vidhi.example/gst/a',
    category: 'privacy',
    text: 'It shows my house.',
  };
  const fillInGrievance = (link = GRIEVANCE.link) => {
    type('Name', GRIEVANCE.name);
    type('Email', GRIEVANCE.email);
    type('Page that it is about', link);
    type('What is it about?', GRIEVANCE.category);
    type('Your grievance', GRIEVANCE.text);
  };

  it('sends it, and says what happens next', async () => {
    show(<GrievanceForm days={15} />);
    fillInGrievance();
    press('Send the grievance');
    const heading = await screen.findByRole('heading', { name: 'We have received your grievance' });
    await expect.poll(() => document.activeElement).toBe(heading);
    expect(
      screen.getByText(
        /on its way to asha@rao\.example\. We will write to you with our decision within 15 days/,
      ),
    ).toBeTruthy();
    expect(calls).toEqual([{ call: 'POST /api/grievances', body: { ...GRIEVANCE, website: '' } }]);
  });

  it('wants a whole address, and one of the choices', async () => {
    show(<GrievanceForm days={15} />);
    fillInGrievance('/gst/a');
    type('What is it about?', '');
    press('Send the grievance');
    const message = 'The link must be the full address of a page, with https://';
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Please choose what it is about.').length).toBeGreaterThan(0);
    expect(calls).toEqual([]);
  });

  it('stays as it is when it could not be sent', async () => {
    status = 503;
    show(<GrievanceForm days={15} />);
    fillInGrievance();
    press('Send the grievance');
    expect(await screen.findByText(/Your grievance could not be sent/)).toBeTruthy();
    expect((screen.getByLabelText('Your grievance') as HTMLTextAreaElement).value).toBe(GRIEVANCE.text);
  });
});
