declare module 'virtual:antd.css';
declare module 'virtual:antd-console.css';

declare module 'virtual:antd-tokens' {
  /** The values that antd has derived from the theme during the build. */
  const tokens: Readonly<Record<string, unknown>>;
  export default tokens;
}

declare module 'virtual:boot-script' {
  /** The boot script, as text for an inline `<script>`. */
  const text: string;
  export default text;
}
