import { expect, it } from 'vitest';
import { PROFILE_MAILS } from './profile-mails.ts';

it('says what staff has edited in the profile of somebody', () => {
  const { subject, blocks } = PROFILE_MAILS['profile-decided']({
    site: { name: 'Vidhi', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 },
    link: 'https://vidhi.example/account',
    values: { name: 'Asha', title: 'Adv. Rao', action: 'edit', reason: '', changed: 'Subtitle, Phone' },
  });
  expect(subject).toBe('We have edited your profile on Vidhi');
  expect(blocks).toContainEqual({ kind: 'paragraph', text: 'Changed: Subtitle, Phone.' });
});
