import { Icon } from '#shared/ui/icons.tsx';

/** Icons of the menu: paths in a square of 24. */
const PATHS = {
  today: 'M4 11.5 12 4l8 7.5M6 10v9.5h12V10M10 19.5v-5h4v5',
  post: 'M5 4h10l4 4v12H5zM8.5 9H13M8.5 12.5h7M8.5 16h7',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3.5V8M16 3.5V8',
  folder: 'M3.5 6h6l2 2.5h9V19h-17z',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  correction: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  megaphone: 'M4 10v4h3l8 4.5v-13L7 10zM18 9.5a4 4 0 0 1 0 5',
  slides: 'M3.5 6h17v10h-17zM9 20h6',
  page: 'M6 3.5h8l4 4V20.5H6zM14 3.5v4h4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9h.01',
  book: 'M5 4.5h9.5a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3zM5 16.5a2.5 2.5 0 0 1 2.5-2.5h10',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  money: 'M3.5 6.5h17v11h-17zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M6.5 12h.01M17.5 12h.01',
  list: 'M4 6h16M4 12h16M4 18h16',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4.5 20.5a7.5 7.5 0 0 1 15 0',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M3 19.5a6 6 0 0 1 12 0M15.5 5.4a3.5 3.5 0 0 1 0 6.2M17.5 14a6 6 0 0 1 3.5 5.5',
  inbox: 'M4 13 6.5 5h11L20 13v6H4zM4 13h4.5l1.5 3h4l1.5-3H20',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6z',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.5-5.6L4.5 8.5M4.5 4v4.5H9M12 8v4.5l3 2',
  key: 'M14.5 4a5.5 5.5 0 1 1-4.6 8.5L4 18.5V21h3v-2.5h2.5V16l1-1M16 8h.01',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  chart: 'M4 20h16M6.5 16.5v-4M11 16.5V7M15.5 16.5V10M20 16.5V4.5',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M13 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
} as const;

export type IconName = keyof typeof PATHS;

export const RailIcon = ({ name }: { name: IconName }) => (
  <Icon>
    <path d={PATHS[name]} />
  </Icon>
);
