/** The reporters. Nobody can log in as one of them: they have a by-line but no password. */

export interface Author {
  key: string;
  firstName: string;
  lastName: string;
}

export const AUTHORS: readonly Author[] = [
  { key: 'meera', firstName: 'Meera', lastName: 'Raghunathan' },
  { key: 'arvind', firstName: 'Arvind', lastName: 'Kulshreshtha' },
  { key: 'nandini', firstName: 'Nandini', lastName: 'Borkar' },
  { key: 'imran', firstName: 'Imran', lastName: 'Qadri' },
  { key: 'tara', firstName: 'Tara', lastName: 'Venkatesh' },
  { key: 'devika', firstName: 'Devika', lastName: 'Sengupta' },
  { key: 'harpreet', firstName: 'Harpreet', lastName: 'Ahluwalia' },
  { key: 'sudhir', firstName: 'Sudhir', lastName: 'Pathak' },
];
