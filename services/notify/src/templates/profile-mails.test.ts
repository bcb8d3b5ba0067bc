import { expect, it } from 'vitest';
import { PROFILE_MAILS } from './profile-mails.ts';

const SITE = { name: 'Vidhi', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 };

it('invites somebody to claim a profile, until a day that it names', () => {
  const { subject, blocks } = PROFILE_MAILS['profile-invitation']({
    site: SITE,
    link: 'https://vidhi.example/account/claim?code=t',
    values: { title: 'Rao & Iyer', kind: 'firm', expiresAt: '2026-12-30T06:30:00.000Z' },
  });
  expect(subject).toBe('Your profile on Vidhi: please claim it');
  const texts = blocks.map((block) => ('text' in block ? block.text : '')).join('\n');
  expect(texts).toContain('a profile for your firm, “Rao & Iyer”');
  expect(texts).toContain('30 December 2026');
  expect(texts).toContain('https://vidhi.example/contact');
});

it('says what staff has edited in the profile of somebody', () => {
  const { subject, blocks } = PROFILE_MAILS['profile-decided']({
    site: SITE,
    link: 'https://vidhi.example/account',
    values: { name: 'Asha', title: 'Adv. Rao', action: 'edit', reason: '', changed: 'Subtitle, Phone' },
  });
  expect(subject).toBe('We have edited your profile on Vidhi');
  expect(blocks).toContainEqual({ kind: 'paragraph', text: 'Changed: Subtitle, Phone.' });
});
