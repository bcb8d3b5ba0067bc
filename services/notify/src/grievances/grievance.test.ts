import { describe, expect, it } from 'vitest';
import { WireError } from '@vidhi/contracts/errors.ts';
import { grievanceId, numberText, readGrievance } from './grievance.ts';
import { GRIEVANCE_MAILS } from './grievance-mails.ts';
import { entriesOf, registerOf } from './register.ts';
import type { RegisterEntry } from './grievance-store.ts';

const FORM = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  link: 'https://vidhi.example/gst/a-report',
  category: 'privacy',
  text: 'It shows my house.',
};

/** The messages of a rejected form, by field. */
function problemsOf(body: unknown): Record<string, string> {
  try {
    readGrievance(body);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { errors = [] } = error.details as { errors?: { path: string[]; message: string }[] };
    return Object.fromEntries(errors.map(({ path, message }) => [path.join('.'), message]));
  }
  return {};
}

describe('the form of a grievance', () => {
  it('is read, and rejected with a message for each field', () => {
    expect(readGrievance(FORM)).toEqual(FORM);
    expect(Object.keys(problemsOf({})).toSorted()).toEqual(['category', 'email', 'link', 'name', 'text']);
    expect(problemsOf({ ...FORM, text: 'x'.repeat(5_001) })).toEqual({
      text: 'text must be at most 5000 characters',
    });
    for (const body of [null, [], 'text', 7]) expect(() => readGrievance(body)).toThrow(WireError);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/gst/a', 'vidhi.example/gst', 'file:///etc/passwd'])(
    'rejects the link %s',
    (link) => {
      expect(Object.keys(problemsOf({ ...FORM, link }))).toEqual(['link']);
    },
  );

  it.each(['a@b.in\r\nBcc: c@d.in', 'a@b.in, c@d.in', 'a@b', '<script>@b.in'])(
    'rejects the address %j',
    (email) => {
      expect(Object.keys(problemsOf({ ...FORM, email }))).toEqual(['email']);
    },
  );

  it.each([['toString'], ['__proto__'], [{ $ne: 'x' }], ['']])('rejects the category %j', (category) => {
    expect(Object.keys(problemsOf({ ...FORM, category }))).toEqual(['category']);
  });

  it('has no line breaks in what becomes part of a header', () => {
    expect(readGrievance({ ...FORM, name: 'Asha\r\nBcc: all@example.in' })?.name).toBe(
      'Asha Bcc: all@example.in',
    );
  });

  it('is nothing when a robot has filled in the field that people do not see', () => {
    expect(readGrievance({ ...FORM, website: 'https://robot.example' })).toBeNull();
  });

  it('is one grievance when it is sent twice on a day', () => {
    const at = new Date('2026-11-29T10:00:00.000Z');
    const fields = readGrievance(FORM);
    if (fields === null) throw new Error('it is not read');
    expect(grievanceId(fields, at)).toBe(grievanceId(fields, new Date('2026-11-29T23:00:00.000Z')));
    expect(grievanceId({ ...fields, text: 'Another' }, at)).not.toBe(grievanceId(fields, at));
    expect(numberText(7)).toBe('GR-0007');
  });
});

describe('the mails of a grievance', () => {
  const site = { name: 'Vidhi', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 };
  const values = {
    number: 'GR-0007',
    category: 'It is wrong or misleading',
    receivedAt: '2026-11-29T10:00:00.000Z',
    dueAt: '2026-12-14T10:00:00.000Z',
    officer: 'Meena Iyer',
    contact: null,
    name: 'Buy here: spam.example',
    email: 'a@b.in',
    pageLink: 'https://spam.example/',
    text: 'Buy at spam.example',
  };

  it('acknowledge with number and day, and repeat no words of who wrote: the address may be anybody’s', () => {
    const mail = GRIEVANCE_MAILS['grievance-received']({ values, link: null, site });
    expect(mail.subject).toBe('Your grievance GR-0007');
    const text = JSON.stringify(mail.blocks);
    expect(text).toContain('14 December 2026');
    expect(text).toContain('Meena Iyer');
    expect(text).not.toContain('spam.example');
  });

  it('say the decision in words', () => {
    const decided = { ...values, outcome: 'partly', measure: 'corrected', reason: 'The name was wrong.' };
    const mail = GRIEVANCE_MAILS['grievance-decided']({ values: decided, link: null, site });
    expect(mail.subject).toBe('Re: Your grievance GR-0007');
    const text = JSON.stringify(mail.blocks);
    for (const words of ['justified in part', 'The page has been corrected.', 'The name was wrong.'])
      expect(text).toContain(words);
  });
});

describe('the register', () => {
  const at = (day: string): Date => new Date(`${day}T12:00:00.000Z`);
  const entry = (number: number, received: string, values: Partial<RegisterEntry> = {}): RegisterEntry => ({
    number,
    category: 'other',
    receivedAt: at(received),
    dueAt: new Date(at(received).getTime() + 15 * 86_400_000),
    state: 'open',
    ...values,
  });
  const decided = (closed: string, outcome: 'upheld' | 'rejected'): Partial<RegisterEntry> => ({
    state: 'decided',
    closedAt: at(closed),
    decision: { outcome, measure: 'none', postId: null, at: at(closed), by: 10 },
  });
  const ENTRIES = [
    entry(1, '2026-09-20', decided('2026-09-25', 'rejected')),
    entry(2, '2026-09-21', decided('2026-11-02', 'upheld')),
    entry(3, '2026-11-10', { state: 'withdrawn', closedAt: at('2026-11-12') }),
    // The first of December in India.
    { ...entry(4, '2026-11-30'), receivedAt: new Date('2026-11-30T18:30:00.000Z') },
  ];

  it('counts what each month of India received and disposed of, with what was late and what waits', () => {
    const none = { upheld: 0, partly: 0, rejected: 0, late: 0 };
    expect(registerOf(ENTRIES, at('2026-12-05'))).toEqual([
      { month: '2026-12', received: 1, disposed: 0, ...none, pending: 1 },
      { month: '2026-11', received: 1, disposed: 2, ...none, upheld: 1, late: 1, pending: 0 },
      { month: '2026-10', received: 0, disposed: 0, ...none, pending: 1 },
      { month: '2026-09', received: 2, disposed: 1, ...none, rejected: 1, pending: 1 },
    ]);
    expect(registerOf([], at('2026-12-05'))).toEqual([
      { month: '2026-12', received: 0, disposed: 0, ...none, pending: 0 },
    ]);
  });

  it('has in the file of a month what it received or disposed of', () => {
    expect(entriesOf(ENTRIES, '2026-11').map(({ number }) => number)).toEqual([2, 3]);
  });
});
