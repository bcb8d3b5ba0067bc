import { createContext, use, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import type { Notice, NoticeHolderProps } from './notice-holder.tsx';

/** Short messages above the page, announced to screen readers, which disappear by themselves. */
export type Notices = Readonly<Record<Notice['kind'], (text: string) => void>>;

const NoticesContext = /* @__PURE__ */ createContext<Notices | null>(null);

/** Shows notices; throws outside an `AntdPage`. */
export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === null) throw new Error('No AntdPage above shows notices');
  return notices;
}

/** Provides `useNotices`. antd's messages are loaded after the page has been rendered; earlier notices wait for them. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<readonly Notice[]>([]);
  const [Holder, setHolder] = useState<ComponentType<NoticeHolderProps> | null>(null);
  useEffect(() => {
    if (Holder !== null) return undefined;
    let isMounted = true;
    import('./notice-holder.tsx').then(
      (module) => isMounted && setHolder(() => module.NoticeHolder),
      // Loaded again with the next notice.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [Holder, pending]);
  const notices = useMemo((): Notices => {
    const show = (kind: Notice['kind'], text: string): void =>
      setPending((others) => [...others, { kind, text }]);
    return { success: (text) => show('success', text), error: (text) => show('error', text) };
  }, []);
  return (
    <NoticesContext value={notices}>
      {Holder !== null && (
        <Holder
          pending={pending}
          onShown={(shown) => setPending((all) => all.filter((one) => !shown.includes(one)))}
        />
      )}
      {children}
    </NoticesContext>
  );
}
