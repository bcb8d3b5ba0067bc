import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

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
  const notices = useMemo((): Notices => {
    const show = (kind: NoticeKind, text: string): void =>
      setShown((others) => [...others, { id: (others.at(-1)?.id ?? 0) + 1, kind, text }]);
    return { success: (text) => show('success', text), error: (text) => show('error', text) };
  }, []);
  const remove = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
  return (
    <NoticesContext value={notices}>
      {children}
      <div className="notices" aria-live="polite">
        {shown.map(({ id, kind, text }) => (
          <NoticeText key={id} kind={kind} text={text} onEnd={() => remove(id)} />
        ))}
      </div>
    </NoticesContext>
  );
}

function NoticeText({ kind, text, onEnd }: { kind: NoticeKind; text: string; onEnd: () => void }) {
  const [end] = useState(() => onEnd);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (isHovered) return undefined;
    const timer = setTimeout(end, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [end, isHovered]);
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
