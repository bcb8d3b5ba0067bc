import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

type NoticeKind = 'success' | 'error';

interface Notice {
  id: number;
  kind: NoticeKind;
  text: string;
  action?: NoticeAction | undefined;
}

/** A button in a notice, such as one that undoes what it reports. */
export interface NoticeAction {
  label: string;
  run: () => void;
}

/**
 * Short messages above the page, announced to screen readers, which disappear by themselves, but not while the pointer rests
 * on them.
 */
export type Notices = Readonly<Record<NoticeKind, (text: string, action?: NoticeAction) => void>>;

const SHOWN_MS = 5_000;
/** Longer with a button, which somebody has to reach. */
const SHOWN_WITH_ACTION_MS = 12_000;

const NoticesContext = /* @__PURE__ */ createContext<Notices | null>(null);

/** Shows notices; throws outside an `AppPage`. */
export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('No AppPage above shows notices');
  return notices;
}

/** Provides `useNotices`, and renders the notices in a live region that exists before the first of them. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Notice[]>([]);
  const lastId = useRef(0);
  const notices = useMemo((): Notices => {
    function show(kind: NoticeKind, text: string, action?: NoticeAction): void {
      const id = (lastId.current += 1);
      // Said again, it is announced again, and does not pile up.
      const isSame = (one: Notice): boolean =>
        one.action === undefined && action === undefined && one.kind === kind && one.text === text;
      setShown((all) => [...all.filter((one) => !isSame(one)), { id, kind, text, action }]);
    }
    return {
      success: (text, action) => show('success', text, action),
      error: (text, action) => show('error', text, action),
    };
  }, []);
  const remove = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  return (
    <NoticesContext value={notices}>
      {children}
      <div className="notices" aria-live="polite">
        {shown.map((notice) => (
          <NoticeText key={notice.id} {...notice} onEnd={remove} />
        ))}
      </div>
    </NoticesContext>
  );
}

function NoticeText({ id, kind, text, action, onEnd }: Notice & { onEnd: (id: number) => void }) {
  const [isHovered, setHovered] = useState(false);
  const hasAction = action !== undefined;
  useEffect(() => {
    if (isHovered) return undefined;
    const timer = setTimeout(onEnd, hasAction ? SHOWN_WITH_ACTION_MS : SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, onEnd, isHovered, hasAction]);
  return (
    <p
      className={`notice notice--${kind}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {text}
      {action !== undefined && (
        <button
          className="notice__action"
          type="button"
          onClick={() => {
            onEnd(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </p>
  );
}
