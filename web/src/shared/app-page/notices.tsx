import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

type NoticeKind = 'success' | 'error';

interface Notice {
  id: number;
  kind: NoticeKind;
  text: string;
}

/**
 * Short messages above the page, announced to screen readers, which disappear by themselves, but not while the pointer rests
 * on them.
 */
export type Notices = Readonly<Record<NoticeKind, (text: string) => void>>;

const SHOWN_MS = 5_000;

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
    function show(kind: NoticeKind, text: string): void {
      const id = (lastId.current += 1);
      setShown((others) => [...others, { id, kind, text }]);
    }
    return { success: (text) => show('success', text), error: (text) => show('error', text) };
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

function NoticeText({ id, kind, text, onEnd }: Notice & { onEnd: (id: number) => void }) {
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (isHovered) return undefined;
    const timer = setTimeout(onEnd, SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, onEnd, isHovered]);
  return (
    <p
      className={`notice notice--${kind}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {text}
    </p>
  );
}
