import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { startSession } from '#shared/session/session-sync.ts';
import { setToken } from '#shared/session/session-token.ts';
import { apiStore } from './api-store.ts';

const Place = () => {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
};

/** Returns the path and query of the page that is shown. */
export const place = () => screen.getByTestId('place').textContent;

/** Renders a page at a path, anonymously; with the store of an earlier page, what that has loaded. */
export function showPage(page: ReactNode, path: string, store = apiStore()) {
  const rendered = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        {page}
        <Place />
      </MemoryRouter>
    </Provider>,
  );
  return {
    ...rendered,
    store,
    /** Logs in user 7, Asha Rao. */
    logIn: (role: number) => {
      const session = { user: { id: 7, name: 'Asha Rao' }, role, expiresAt: null };
      act(() => void store.dispatch(startSession({ token: 't', session })));
    },
  };
}

/** Removes what a test of a page leaves in the document and in the browser. */
export function leavePage(): void {
  cleanup();
  localStorage.clear();
  setToken(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** Returns what is said beside a button that is off until something is filled in; null for a button that is on. */
export async function missingFor(name: string): Promise<string | null> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  const isOff = button.disabled || button.getAttribute('aria-disabled') === 'true';
  const text = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
  return isOff ? (text ?? '') : null;
}

export const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input, textarea' }), {
    target: { value },
  });

/** Records the files that the browser is made to save: their names and texts. */
export function recordSavedFiles(): { name: string; text: string }[] {
  const files: { name: string; text: string }[] = [];
  let content = new Blob();
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(blob: Blob): string {
        content = blob;
        return 'blob:file';
      }
      static override revokeObjectURL(): void {}
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const { download } = this;
    void content.text().then((text) => files.push({ name: download, text }));
  });
  return files;
}
