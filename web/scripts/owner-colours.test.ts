import { expect, it } from 'vitest';
import { LIGHT_TOKENS } from '../src/shared/antd/antd-theme.ts';
import { withOwnerColours } from './owner-colours.ts';

it("has the owner's colours in the variables of antd, and leaves every other value", () => {
  const css =
    '.antd-theme{--ant-color-primary:#7a1f1f;--ant-color-link-hover:#5c1414;--ant-color-error:#b42318}';
  expect(withOwnerColours(css, LIGHT_TOKENS)).toBe(
    '.antd-theme{--ant-color-primary:var(--accent);--ant-color-link-hover:var(--accent-strong);--ant-color-error:#b42318}',
  );
  expect(withOwnerColours('--ant-color-link:#7a1f1f', LIGHT_TOKENS)).toBe('--ant-color-link:var(--accent)');
  const other = '.a{color:#7a1f1f}.b{--ant-x:#7a1f1f80}';
  expect(withOwnerColours(other, LIGHT_TOKENS)).toBe(other);
});
