// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppPage } from './app-page.tsx';
import { useNotices } from './notices.tsx';
import { PlainButton } from './plain-button.tsx';
import { Tabs } from './tabs.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a notice', () => {
  const Sender = () => {
    const notices = useNotices();
    return (
      <>
        <button type="button" onClick={() => notices.success('Saved')}>
          Save
        </button>
        <button type="button" onClick={() => notices.error('Not sent')}>
          Send
        </button>
      </>
    );
  };

  it('is shown in a live region that is there before it, and disappears by itself', () => {
    vi.useFakeTimers();
    const { container } = render(
      <AppPage>
        <Sender />
      </AppPage>,
    );
    const region = container.querySelector('[aria-live=polite]');
    expect(region?.textContent).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    act(() => vi.advanceTimersByTime(1_000));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect([...(region?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Saved',
      'Not sent',
    ]);
    act(() => vi.advanceTimersByTime(4_000));
    expect(region?.textContent).toBe('Not sent');
    act(() => vi.runAllTimers());
    expect(region?.textContent).toBe('');
  });

  it('stays while the pointer rests on it', () => {
    vi.useFakeTimers();
    render(
      <AppPage>
        <Sender />
      </AppPage>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.pointerEnter(screen.getByText('Saved'));
    act(() => vi.runAllTimers());
    expect(screen.queryByText('Saved')).not.toBeNull();
    fireEvent.pointerLeave(screen.getByText('Saved'));
    act(() => vi.runAllTimers());
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('needs an app page around it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Sender />)).toThrow('No AppPage above shows notices');
  });
});

describe('tabs', () => {
  const TABS = [
    { key: 'one', label: 'One' },
    { key: 'two', label: 'Two' },
    { key: 'three', label: 'Three' },
  ] as const;
  const Sample = () => {
    const [active, setActive] = useState<(typeof TABS)[number]['key']>('one');
    return (
      <Tabs label="Numbers" tabs={TABS} active={active} onChoose={setActive}>
        {`Panel ${active}`}
      </Tabs>
    );
  };
  const tab = (name: string) => screen.getByRole('tab', { name });
  const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

  beforeEach(() => void render(<Sample />));

  it('names the panel by the chosen tab, the only one in the tab order', () => {
    fireEvent.click(tab('Two'));
    expect(screen.getByRole('tabpanel', { name: 'Two' }).textContent).toBe('Panel two');
    expect(TABS.map(({ label }) => [tab(label).getAttribute('aria-selected'), tab(label).tabIndex])).toEqual([
      ['false', -1],
      ['true', 0],
      ['false', -1],
    ]);
    expect(tab('Two').getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
  });

  it('moves the focus by keys, without choosing', () => {
    tab('One').focus();
    const visited = ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home'].map((name) => {
      key(name);
      return document.activeElement?.textContent;
    });
    expect(visited).toEqual(['Two', 'Three', 'One', 'Three', 'One']);
    expect(screen.getByRole('tabpanel').textContent).toBe('Panel one');
  });
});

it('a busy button ignores clicks, and keeps the focus', () => {
  const handleClick = vi.fn();
  const { rerender } = render(<PlainButton onClick={handleClick}>Export</PlainButton>);
  const button = screen.getByRole('button', { name: 'Export' });
  button.focus();
  rerender(
    <PlainButton onClick={handleClick} isBusy>
      Export
    </PlainButton>,
  );
  fireEvent.click(button);
  expect([handleClick.mock.calls.length, document.activeElement]).toEqual([0, button]);
  rerender(<PlainButton onClick={handleClick}>Export</PlainButton>);
  fireEvent.click(button);
  expect(handleClick).toHaveBeenCalledOnce();
});
