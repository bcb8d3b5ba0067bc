// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { CorrectionSection } from './correction-section.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

/** Half past one in the night of India, when it is still the day before in London. */
const NOW = Date.parse('2026-11-28T20:00:00.000Z');
const CORRECTION = { id: 3, text: 'Two judges, not three', corrected_at: '2026-11-25T20:00:00.000Z' };

function open(props: Partial<Parameters<typeof CorrectionSection>[0]> = {}) {
  const [onCorrect, onRemove] = [vi.fn(async () => true), vi.fn(async () => true)];
  render(
    <CorrectionSection
      corrections={[]}
      mayCorrect
      now={NOW}
      problem={null}
      isBusy={false}
      onCorrect={onCorrect}
      onRemove={onRemove}
      {...props}
    />,
  );
  return { onCorrect, onRemove };
}

describe('the corrections of an article', () => {
  it('have words and the day of India, today where nobody chooses another one', async () => {
    const { onCorrect } = open();
    await press('Add a correction');
    expect(screen.getByLabelText<HTMLInputElement>('Date of the correction').value).toBe('2026-11-29');
    await press('Tell readers');
    expect(screen.getByText('Say what was wrong and what is right')).toBeTruthy();
    await type('What was wrong, and what is right', ' Two judges ');
    await press('Tell readers');
    expect(onCorrect.mock.calls).toEqual([[{ text: 'Two judges' }]]);
  });

  it('may have an earlier day, and no later one', async () => {
    const { onCorrect } = open();
    await press('Add a correction');
    await type('What was wrong, and what is right', 'Two judges');
    await type('Date of the correction', '2026-11-30');
    await press('Tell readers');
    expect(screen.getByText('Give a day that is not in the future')).toBeTruthy();
    await type('Date of the correction', '2026-11-26');
    await press('Tell readers');
    expect(onCorrect.mock.calls).toEqual([
      [{ text: 'Two judges', corrected_at: '2026-11-25T18:30:00.000Z' }],
    ]);
  });

  it('are taken back after a question', async () => {
    const { onRemove } = open({ corrections: [CORRECTION] });
    await press('Take back the correction of 26 Nov 2026');
    expect(onRemove).not.toHaveBeenCalled();
    await press('Take it back');
    expect(onRemove.mock.calls).toEqual([[3]]);
  });

  it('are only read by somebody who may not correct it', () => {
    open({ corrections: [CORRECTION], mayCorrect: false });
    expect(screen.getByText(/Two judges, not three/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
