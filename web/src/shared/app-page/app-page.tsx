import type { ReactNode } from 'react';
import { NoticesProvider } from './notices.tsx';
import './app-page.css';

/** The content of an app or console page, which may call `useNotices()`. Wrap parts that need antd in `AntdPart`. */
export const AppPage = ({ children }: { children: ReactNode }) => (
  <div className="app-page">
    <NoticesProvider>{children}</NoticesProvider>
  </div>
);
