// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { TakedownSection } from './takedown-section.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

const ORDER = { order_number: 'W.P.(C) 1204/2026', court: 'High Court of Delhi', ordered_on: '2026-11-20' };

function open(props: Partial<Parameters<typeof TakedownSection>[0]> = {}) {
  const [onWithhold, onLift] = [vi.fn(async () => true), vi.fn(async () => true)];
  render(
    <TakedownSection
      takedown={null}
      isAdministrator
      now={Date.parse('2026-11-29T20:00:00.000Z')}
      problem={null}
      isBusy={false}
      onWithhold={onWithhold}
      onLift={onLift}
      {...props}
    />,
  );
  return { onWithhold, onLift };
}

describe('the court order of an article', () => {
  it('is offered to administrators alone', () => {
    open({ isAdministrator: false });
    expect(screen.queryByText('Court order')).toBeNull();
  });

  it('needs number, court and date, said beside each field', async () => {
    const { onWithhold } = open();
    await press('Take down by court order');
    await press('Take the article down');
    for (const text of ['Give the number of the order', 'Name the court', 'Give the date of the order'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(onWithhold).not.toHaveBeenCalled();
    await type('Number of the order', `  ${ORDER.order_number} `);
    await type('Court', ORDER.court);
    // In India it is 30 November already.
    await type('Date of the order', '2026-12-01');
    await press('Take the article down');
    expect(screen.getByText('Give a day that is not in the future')).toBeTruthy();
    await type('Date of the order', '2026-11-30');
    expect(screen.queryByText('Give a day that is not in the future')).toBeNull();
    await type('Date of the order', ORDER.ordered_on);
    await press('Take the article down');
    expect(onWithhold.mock.calls).toEqual([[ORDER]]);
  });

  it('is shown to everybody of the newsroom, and ended by an administrator', async () => {
    const { onLift } = open({ takedown: ORDER });
    expect(
      screen.getByText(/Withheld by order W.P.\(C\) 1204\/2026 of High Court of Delhi, dated 20 Nov 2026/),
    ).toBeTruthy();
    await press('The order was lifted');
    await press('End the takedown');
    expect(onLift).toHaveBeenCalledOnce();
  });
});
