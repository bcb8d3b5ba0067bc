import type { ReactNode } from 'react';
import 'virtual:antd-console.css';
import { AntdProvider } from './antd-provider.tsx';

/**
 * Provides antd's theme to a page of the console, with the sheet of all components that the console uses. Pages of other
 * kinds use `AntdPart`, whose sheet is smaller.
 */
export const ConsoleAntd = ({ children }: { children: ReactNode }) => <AntdProvider>{children}</AntdProvider>;
