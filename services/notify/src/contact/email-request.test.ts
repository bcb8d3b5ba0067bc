import { describe, expect, it } from 'vitest';
import { readEmailRequest } from './email-request.ts';

const SITE = 'office@vidhi.example';
const FORM = { name: 'Asha', email: 'asha@example.in', subject: 'Hello', message: 'A question' };
const read = (body: unknown) => readEmailRequest(body, SITE);
const rejection = (body: unknown) => {
  try {
    return read(body);
  } catch (error) {
    return error;
  }
};

describe('a request to send an e-mail', () => {
  it('is a contact message with the four fields of the form, whatever it says of the recipient', () => {
    expect(read(FORM)).toEqual({ kind: 'contact', fields: FORM });
    expect(read({ ...FORM, to: 'Office@vidhi.example', html: '<b>x</b>' })).toEqual({
      kind: 'contact',
      fields: FORM,
    });
  });

  it('is a contact message of an older client when it is addressed to the site', () => {
    expect(
      read({ to: SITE, subject: 'Contact', text: 'I am asha@example.in', html: '<p>ignored</p>' }),
    ).toEqual({
      kind: 'contact',
      fields: { name: '', email: 'asha@example.in', subject: 'Contact', message: 'I am asha@example.in' },
    });
    expect(read({ to: SITE, subject: 'Contact', html: '<p>Only <b>HTML</b></p>' })).toMatchObject({
      fields: { message: 'Only  HTML', email: '' },
    });
  });

  it.each(['Order Confirmed', 'Payment Notification', 'New User Registered', 'New store order'])(
    'does nothing for %s, which the site sends by itself',
    (subject) => {
      expect(read({ to: 'buyer@example.in', subject, text: 'x', html: 'x' })).toEqual({
        kind: 'sent-already',
      });
    },
  );

  it.each([
    { to: 'victim@example.com', subject: 'Hello', text: 'x' },
    { to: `${SITE}, victim@example.com`, subject: 'Hello', text: 'x' },
    { to: [SITE, 'victim@example.com'], subject: 'Hello', text: 'x' },
    { to: `${SITE}\r\nBcc: victim@example.com`, subject: 'Hello', text: 'x' },
    { ...FORM, to: 'victim@example.com' },
    { subject: 'Hello', text: 'x' },
  ])('is rejected with 403 for another recipient or intent: %j', (body) => {
    expect(rejection(body)).toMatchObject({ status: 403 });
  });

  it('is rejected with 403 when the site has no contact address to compare with', () => {
    expect(() => readEmailRequest({ to: SITE, subject: 'Hello', text: 'x' }, null)).toThrow('Forbidden');
    expect(readEmailRequest(FORM, null)).toMatchObject({ kind: 'contact' });
  });

  it('names each field that is missing', () => {
    expect(rejection({ ...FORM, email: ' ', message: '' })).toMatchObject({
      status: 400,
      details: {
        errors: [
          { path: ['email'], message: 'The email field is required' },
          { path: ['message'], message: 'The message field is required' },
        ],
      },
    });
  });

  it.each([
    'asha',
    'asha@example.in, evil@example.com',
    'asha@example.in\nBcc: evil@example.com',
    '"a b"@example.in',
  ])('is rejected for the sender %j', (email) => {
    expect(rejection({ ...FORM, email })).toMatchObject({ status: 400 });
  });

  it('does nothing for a robot', () => {
    expect(read({ ...FORM, website: 'https://spam.example' })).toEqual({ kind: 'nothing' });
  });

  it.each([null, 'text', [], 5])('is rejected when its body is %j', (body) => {
    expect(rejection(body)).toMatchObject({ status: 400 });
  });
});
