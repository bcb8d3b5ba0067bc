import { ConfigProvider } from 'antd';
// The module that antd publishes as `antd/locale/en_GB` is CommonJS, whose default export bundlers read differently.
import enGB from 'antd/es/locale/en_GB';
import type { ReactNode } from 'react';
import 'virtual:antd.css';
import { AppPage } from '../app-page/app-page.tsx';
import { antdTheme, THEME_CLASS } from './antd-theme.ts';

const theme = { ...antdTheme(), zeroRuntime: true };

/**
 * The locale without antd's names of the buttons for month, year and decade: their text, which those would hide, names
 * them.
 */
function createLocale(): typeof enGB {
  const { DatePicker } = enGB;
  if (DatePicker === undefined) return enGB;
  const { monthSelect: _month, yearSelect: _year, decadeSelect: _decade, ...lang } = DatePicker.lang;
  return { ...enGB, DatePicker: { ...DatePicker, lang: lang as typeof DatePicker.lang } };
}

const locale = /* @__PURE__ */ createLocale();

/**
 * Provides antd's theme to a part of an `AppPage` that is loaded on demand. The colours follow the document's colour scheme
 * by CSS alone.
 */
export const AntdPart = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={theme} locale={locale} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
    {/* The class of antd's own component App, whose notices and dialogs no page needs. */}
    <div className={`ant-app ${THEME_CLASS}`}>{children}</div>
  </ConfigProvider>
);

/** An `AppPage` that consists of components of antd. Only app and console pages may import it. */
export const AntdPage = ({ children }: { children: ReactNode }) => (
  <AppPage>
    <AntdPart>{children}</AntdPart>
  </AppPage>
);
