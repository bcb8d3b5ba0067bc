import { ConfigProvider } from 'antd';
// The module that antd publishes as `antd/locale/en_GB` is CommonJS, whose default export bundlers read differently.
import enGB from 'antd/es/locale/en_GB';
import type { ComponentProps, ReactNode } from 'react';
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

interface AntdProviderProps {
  /** Size of all controls; the theme itself cannot change at run time. */
  size?: ComponentProps<typeof ConfigProvider>['componentSize'];
  children: ReactNode;
}

/** Provides antd's theme and locale. `AntdPart` and `ConsoleAntd` add the sheet of styles that their pages need. */
export const AntdProvider = ({ size, children }: AntdProviderProps) => (
  <ConfigProvider
    theme={theme}
    locale={locale}
    componentSize={size}
    wave={{ disabled: true }}
    button={{ autoInsertSpace: false }}
  >
    {/* The class of antd's own component App, whose notices and dialogs no page needs. */}
    <div className={`ant-app ${THEME_CLASS}`}>{children}</div>
  </ConfigProvider>
);
