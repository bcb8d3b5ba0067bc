/**
 * The antd components whose styles the build extracts (`scripts/antd-styles.ts`). Others would have no styles, so
 * `styled-components.test.ts` fails when the app imports one.
 */
export const STYLED_COMPONENTS = [
  'Alert',
  'Button',
  'Checkbox',
  'DatePicker',
  'Empty',
  'Form',
  'Input',
  'InputNumber',
  'Modal',
  'Pagination',
  'Radio',
  'Select',
  'Spin',
  'Table',
  'Tabs',
  'Tag',
  'Upload',
] as const;
