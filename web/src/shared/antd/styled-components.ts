/**
 * The antd components whose styles the build extracts (`scripts/antd-styles.ts`). Others would have no styles, so
 * `styled-components.test.ts` fails when the app imports one.
 */
export const STYLED_COMPONENTS = [
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
  'Upload',
] as const;
