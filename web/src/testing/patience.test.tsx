// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Longer than React's scheduler works at a stretch, so that effects come in a task of their own. */
const LONG_MS = 20;
function block() {
  for (const end = performance.now() + LONG_MS; performance.now() < end;);
}

/** Blocks after more microtasks than a wait needs to end: timers are due then before the scheduler's next task. */
const MICROTASKS = 100;
async function blockLater() {
  for (let turn = 0; turn < MICROTASKS; turn += 1) await Promise.resolve();
  block();
}

let effects: number;
beforeEach(() => void (effects = 0));
afterEach(cleanup);

function Content() {
  useEffect(() => void (effects += 1), []);
  block();
  return <p>Loaded</p>;
}

/** Renders its content outside of any `act`, as a component does whose module was loaded. */
function Loader({ loaded }: { loaded: Promise<void> }) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => void loaded.then(() => setIsLoaded(true)), [loaded]);
  return isLoaded ? <Content /> : null;
}

const WAITS = {
  findByText: () => screen.findByText('Loaded'),
  waitFor: () => waitFor(() => expect(screen.queryByText('Loaded')).not.toBeNull()),
};

describe.each(['findByText', 'waitFor'] as const)('an element that %s has waited for', (name) => {
  it('has run its effects', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    render(<Loader loaded={promise} />);
    const observer = new MutationObserver(() => void blockLater());
    observer.observe(document.body, { childList: true, subtree: true });
    const found = WAITS[name]();
    resolve();
    await found;
    expect(effects).toBe(1);
    observer.disconnect();
  });
});
