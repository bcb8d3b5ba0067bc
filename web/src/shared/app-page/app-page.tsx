import type { ReactNode } from 'react';
import { NoticesProvider } from './notices.tsx';
import './app-page.css';

/** A page of kind app or console, with `useNotices()`. Parts of it that need antd are wrapped in `AntdPart`. */
export const AppPage = ({ children }: { children: ReactNode }) => (
  <div className="app-page">
    <NoticesProvider>{children}</NoticesProvider>
  </div>
);
