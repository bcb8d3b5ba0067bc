declare module 'virtual:antd.css';

declare module 'virtual:boot-script' {
  /** The boot script, as text for an inline `<script>`. */
  const text: string;
  export default text;
}
