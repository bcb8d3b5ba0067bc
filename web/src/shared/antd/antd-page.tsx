import type { ReactNode } from 'react';
import 'virtual:antd.css';
import { AppPage } from '../app-page/app-page.tsx';
import { AntdProvider } from './antd-provider.tsx';

/**
 * Provides antd's theme to a part of an `AppPage` that is loaded on demand. The colours follow the document's colour scheme
 * by CSS alone.
 */
export const AntdPart = ({ children }: { children: ReactNode }) => <AntdProvider>{children}</AntdProvider>;

/** An `AppPage` that consists of components of antd. Only app and console pages may import it. */
export const AntdPage = ({ children }: { children: ReactNode }) => (
  <AppPage>
    <AntdPart>{children}</AntdPart>
  </AppPage>
);
