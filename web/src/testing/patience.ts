// What a test waits for comes late on a machine that does much else; the library's own second is too short for that.
export const PATIENCE_MS = 30_000;

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
