import { describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { aPng } from '../files/picture-builder.ts';
import type { SanitizeOutcome } from './sanitize-image-messages.ts';
import { createUploadPictures } from './upload-pictures.ts';

const REJECTED: SanitizeOutcome = { kind: 'rejected', reason: 'test' };
const bytes = aPng({ width: 4, height: 3 });

/** Uploads whose sanitizing processes end one by one, with the names of the files in the order in which they end. */
function aBusyService() {
  const running: (() => void)[] = [];
  const ended: string[] = [];
  const never = () => Promise.reject(new Error('nothing is stored here'));
  const uploads = createUploadPictures({
    store: { create: never },
    pictures: { receive: never },
    withLock: (work) => work(),
    onStored: () => undefined,
    sanitize: () => new Promise((resolve) => running.push(() => resolve(REJECTED))),
  });
  const send = (name: string, role: number): Promise<string> =>
    uploads
      .sanitize({ name, bytes }, { role }, new AbortController().signal)
      .then(() => 'stored')
      .catch((error: { status?: number }) => {
        ended.push(name);
        return String(error.status);
      });
  async function endOne(): Promise<void> {
    running.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { send, endOne, ended };
}

describe('queue of uploads', () => {
  it('takes the picture of an editor at the next free place, however many of members wait or are turned away', async () => {
    const { send, endOne, ended } = aBusyService();
    const members = Array.from({ length: 60 }, (_, index) => send(`m${index}.png`, ROLE.lawyer));
    expect(await members.at(-1)).toBe('503');
    const turnedAway = ended.length;
    const editors = send('editor.png', ROLE.editor);
    for (let count = 0; count < 4; count += 1) await endOne();
    expect(ended.slice(turnedAway)).toContain('editor.png');
    expect(await editors).toBe('400');
  });

  it('turns further pictures of members away with 503 while staff still upload', async () => {
    const { send, endOne, ended } = aBusyService();
    const members = Array.from({ length: 35 }, (_, index) => send(`m${index}.png`, ROLE.firm));
    expect(await members.at(-1)).toBe('503');
    const editors = Array.from({ length: 3 }, (_, index) => send(`e${index}.png`, ROLE.administrator));
    for (let count = 0; count < 8; count += 1) await endOne();
    expect(ended).toEqual(expect.arrayContaining(['e0.png', 'e1.png', 'e2.png']));
    expect(await Promise.all(editors)).toEqual(['400', '400', '400']);
  });
});
