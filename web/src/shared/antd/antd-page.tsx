import { ConfigProvider } from 'antd';
import enGB from 'antd/locale/en_GB';
import type { ReactNode } from 'react';
import 'virtual:antd.css';
import { antdTheme, THEME_CLASS } from './antd-theme.ts';
import { NoticesProvider } from './notices.tsx';

const theme = { ...antdTheme(), zeroRuntime: true };

/**
 * Provides antd's theme and notices (`useNotices()`) to a page. The colours follow the document's colour scheme by CSS
 * alone. Only app and console pages may import it.
 */
export const AntdPage = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={theme} locale={enGB} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
    {/* The class of antd's own component App, whose notices and dialogs few pages need at once. */}
    <div className={`app-page ant-app ${THEME_CLASS}`}>
      <NoticesProvider>{children}</NoticesProvider>
    </div>
  </ConfigProvider>
);
