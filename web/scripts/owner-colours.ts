/** The colours of a theme that owners may change. */
interface AccentTokens {
  colorPrimary: string;
  colorPrimaryHover: string;
}

/**
 * Returns a style sheet of antd whose variables have the owner's colours where they had those of the theme: antd computes with values, and
 * owners change theirs at run time.
 */
export function withOwnerColours(css: string, { colorPrimary, colorPrimaryHover }: AccentTokens): string {
  const variables = new RegExp(
    `(--ant-[\\w-]+:\\s*)(${colorPrimary}|${colorPrimaryHover})(?=\\s*(?:[;}]|$))`,
    'g',
  );
  return css.replaceAll(
    variables,
    (_all, name: string, value: string) =>
      `${name}var(${value === colorPrimary ? '--accent' : '--accent-strong'})`,
  );
}
