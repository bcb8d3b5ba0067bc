import { vi } from 'vitest';

/** Provides what antd calls in browsers and jsdom lacks. */
export function stubAntdBrowser(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener() {}, removeListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (): string => 'blob:picture';
      static override revokeObjectURL(): void {}
    },
  );
}
