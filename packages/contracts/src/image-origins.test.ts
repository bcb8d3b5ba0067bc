import { expect, it } from 'vitest';
import { createShowsPicture, imageOriginsOf } from './image-origins.ts';

const shows = (address: string, setting = ''): boolean =>
  createShowsPicture({ publicUrl: 'https://gazette.example/', imageOrigins: imageOriginsOf(setting) })(
    address,
  );

it.each([
  '/uploads/a.jpg',
  'uploads/a b.jpg',
  'https://gazette.example/uploads/a.jpg',
  'https://i.ytimg.com/vi/x/0.jpg',
])('pages show %s of the site and its player', (address) => expect(shows(address)).toBe(true));

it.each([
  ['https://cdn.other.example/a.jpg', 'https://cdn.other.example'],
  ['https://CDN.other.example/a.jpg', ' https://else.example , https://Cdn.Other.example'],
  ['https://cdn.other.example/a.jpg', 'https://*.other.example'],
])('pages show %s where the setting is %s', (address, setting) => {
  expect([shows(address, setting), shows(address)]).toEqual([true, false]);
});

it.each([
  ['http://cdn.other.example/a.jpg', 'https://cdn.other.example'],
  ['https://other.example/a.jpg', 'https://*.other.example'],
  ['https://cdn.other.example.evil.example/a.jpg', 'https://*.other.example'],
  ['https://cdn.other.example:8443/a.jpg', 'https://cdn.other.example'],
  ['//cdn.other.example/a.jpg', ''],
])('pages block %s where the setting is %s', (address, setting) => {
  expect(shows(address, setting)).toBe(false);
});
