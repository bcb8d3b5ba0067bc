import { expect, it } from 'vitest';
import { rejectedRecipient } from './rejected-recipient.ts';

it.each([
  ['550 5.1.1 <asha@example.in>: Recipient address rejected: User unknown in local recipient table', '5.1.1'],
  ['550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please try', '5.1.1'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', '5.1.10'],
  ['554 5.1.2 no such domain', '5.1.2'],
  ['550 5.2.1 The account is disabled', '5.2.1'],
  ['550 no such user', '5.1.1'],
  ['550 No such user here', '5.1.1'],
  ['551 User not local: user unknown', '5.1.1'],
  ['550 Unknown user', '5.1.1'],
  ["553 sorry, that mailbox doesn't exist", '5.1.1'],
  ['550 Requested action not taken: mailbox not found', '5.1.1'],
])('a mailbox is gone after the response %j to its address', (response, status) => {
  expect(rejectedRecipient('RCPT TO', response)).toEqual({ kind: 'hard', status });
});

it.each([
  ['550 5.7.1 Relaying denied'],
  ['550 5.1.8 Sender address rejected: Domain not found'],
  ['553 5.1.7 bad address of the sender'],
  ['552 5.2.2 mailbox full'],
  ['550 5.4.1 Recipient address rejected: Access denied'],
  ['550 relay not permitted'],
  ['550 Administrative prohibition'],
  [
    '550-Verification failed for <no-reply@site.example>\n550-Response: 550 No such user\n550 Sender verify failed',
  ],
  ['550 blocked: see https://list.example/?ip=192.0.2.1'],
  ['553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)'],
  ['554 transaction failed'],
  ['451 4.1.1 later'],
])('nothing is known of a mailbox after the response %j', (response) => {
  expect(rejectedRecipient('RCPT TO', response)).toBeNull();
});

it.each(['CONN', 'MAIL FROM', 'DATA'])('nothing is known of a mailbox after a rejected %s', (command) => {
  expect(rejectedRecipient(command, '550 5.1.1 no such user')).toBeNull();
});
