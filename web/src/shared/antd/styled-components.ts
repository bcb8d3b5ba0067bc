/**
 * The antd components whose styles the build extracts (`scripts/antd-styles.ts`). Import no other one: it would have no
 * styles. `styled-components.test.ts` checks it.
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
