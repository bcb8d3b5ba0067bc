/**
 * The antd components whose styles the build extracts (`scripts/antd-styles.ts`), for pages of kind app. Others would have
 * no styles, so `styled-components.test.ts` fails when the app imports one.
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

/** Components of the console. They have a style sheet of their own, so that `/cart` and `/signup` load none of it. */
export const CONSOLE_COMPONENTS = [
  ...STYLED_COMPONENTS,
  'Alert',
  'AutoComplete',
  'Badge',
  'Descriptions',
  'Drawer',
  'Dropdown',
  'Popconfirm',
  'Popover',
  'Progress',
  'Segmented',
  'Steps',
  'Switch',
  'Tabs',
  'Tag',
  'Timeline',
  'Tooltip',
  'Tree',
  'TreeSelect',
] as const;

/** The sheets of the build and the components of each. */
export const SHEETS = {
  'virtual:antd.css': STYLED_COMPONENTS,
  'virtual:antd-console.css': CONSOLE_COMPONENTS,
} as const;
