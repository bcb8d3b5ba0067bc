import { expect, it } from 'vitest';
import { mailboxKey } from './mailbox.ts';

it.each([
  ['Asha@Example.com', 'asha@example.com'],
  [' asha+news@example.com', 'asha@example.com'],
  ['a.s.h.a+1@gmail.com', 'asha@gmail.com'],
  ['asha@googlemail.com', 'asha@gmail.com'],
  ['asha@example.com.', 'asha@example.com'],
  ['\uff41sha@example.com', 'asha@example.com'],
  ['asha@उदाहरण.भारत', 'asha+1@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@example\u3002com', 'asha@example.com'],
  ['asha@faß.example', 'asha@xn--fa-hia.example'],
])('counts the mails to %s as those to %s', (spelling, mailbox) => {
  expect(mailboxKey(spelling)).toBe(mailboxKey(mailbox));
});

it.each([
  ['a.sha@example.com', 'asha@example.com'],
  ['asha@example.com', 'asha@example.org'],
  ['asha@example.com', 'usha@example.com'],
])('tells %s from %s', (one, other) => {
  expect(mailboxKey(one)).not.toBe(mailboxKey(other));
});
