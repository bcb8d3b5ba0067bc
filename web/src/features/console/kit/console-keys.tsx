import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import type { Session } from '#shared/session/session-slice.ts';
import { SearchIcon } from '#shared/ui/icons.tsx';
import { mayAccess } from '../access.ts';
import { findConsolePage } from '../frame/current-page.ts';
import * as styles from '../kit.module.css';
import { isComposing, keysOf, mayAct, SHORTCUTS, type Shortcut } from './shortcuts.ts';

const Palette = lazyPart('palette', () => import('./palette.tsx').then((m) => m.Palette));
const ShortcutSheet = lazyPart('shortcut-sheet', () =>
  import('./shortcut-sheet.tsx').then((m) => m.ShortcutSheet),
);

/** Returns whether a shortcut does something for a session: it opens no page, or one that the session may see. */
function isOffered({ to }: Shortcut, session: Session): boolean {
  if (to === undefined) return true;
  const page = findConsolePage(to);
  return page !== undefined && mayAccess(session, page.access ?? 'staff');
}

/** The keys of every page of the console, the palette and the sheet of keys. */
export function ConsoleKeys({ session }: { session: Session }) {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  useEffect(() => {
    const goTo = SHORTCUTS.flatMap((shortcut: Shortcut) => {
      const { keys, to } = shortcut;
      if (to === undefined || !isOffered(shortcut, session)) return [];
      const handle = (event: KeyboardEvent): void => {
        if (!mayAct(event)) return;
        event.preventDefault();
        void navigate(to);
      };
      return [[keys, handle] as const];
    });
    const bindings = {
      ...Object.fromEntries(goTo),
      [keysOf('palette')]: (event: KeyboardEvent) => {
        event.preventDefault();
        setOpen((before) => (before === 'palette' ? null : 'palette'));
      },
      [keysOf('sheet')]: (event: KeyboardEvent) => {
        if (mayAct(event)) setOpen('sheet');
      },
      [keysOf('save')]: (event: KeyboardEvent) => {
        const form =
          document.activeElement?.closest('form') ??
          document.querySelector<HTMLFormElement>('main form.form');
        if (form === null) return;
        event.preventDefault();
        form.requestSubmit();
      },
    };
    return tinykeys(window, bindings, { ignore: isComposing });
  }, [navigate, session]);
  const tools = document.getElementById('console-tools');
  return (
    <>
      {tools !== null &&
        createPortal(
          <button
            type="button"
            className={styles.find}
            aria-keyshortcuts="Control+K"
            onClick={() => setOpen('palette')}
          >
            <SearchIcon />
            <span className={styles.findText}>Find</span>
            <kbd>Ctrl K</kbd>
          </button>,
          tools,
        )}
      {open === 'palette' && <Palette session={session} onClose={close} onSheet={() => setOpen('sheet')} />}
      {open === 'sheet' && (
        <ShortcutSheet
          shortcuts={SHORTCUTS.filter((one: Shortcut) => isOffered(one, session))}
          onClose={close}
        />
      )}
    </>
  );
}
