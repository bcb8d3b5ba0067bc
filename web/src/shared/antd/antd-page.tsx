import { App, ConfigProvider } from 'antd';
import enGB from 'antd/locale/en_GB';
import type { ReactNode } from 'react';
import 'virtual:antd.css';
import { antdTheme, THEME_CLASS } from './antd-theme.ts';

const theme = { ...antdTheme(), zeroRuntime: true };

/**
 * Surrounds a page that uses antd with its theme and its notices (`App.useApp()`). The colours follow the document's
 * scheme by CSS alone. Only pages of kind app and console may import it.
 */
export const AntdPage = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={theme} locale={enGB} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
    <App className={THEME_CLASS}>{children}</App>
  </ConfigProvider>
);
