import { App, ConfigProvider } from 'antd';
import enGB from 'antd/locale/en_GB';
import type { ReactNode } from 'react';
import 'virtual:antd.css';
import { antdTheme, THEME_CLASS } from './antd-theme.ts';

const theme = { ...antdTheme(), zeroRuntime: true };

/**
 * Provides antd's theme and notices (`App.useApp()`) to a page. The colours follow the document's colour scheme by CSS
 * alone. Only app and console pages may import it.
 */
export const AntdPage = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={theme} locale={enGB} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
    <App className={THEME_CLASS}>{children}</App>
  </ConfigProvider>
);
