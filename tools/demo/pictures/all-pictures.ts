import { ADVERTISEMENT_PICTURES } from './advertisements.ts';
import { COURTROOMS } from './courtrooms.ts';
import { COURTS } from './courts.ts';
import { COVER_PICTURES, LEAF_PICTURES } from './covers.ts';
import { DESK } from './desk.ts';
import { GOODS } from './goods.ts';
import { MAPS } from './maps.ts';
import { MEETINGS } from './meetings.ts';
import { OBJECTS } from './objects.ts';
import { PAPERS } from './papers.ts';
import { PLACES } from './places.ts';
import { PROFILE_PICTURES } from './portraits.ts';
import { PRODUCT_PICTURES } from './products.ts';
import { HEIGHT, WIDTH } from './shapes.ts';
import type { Scene } from './shapes.ts';
import { TRADE } from './trade.ts';

export interface Drawing {
  /** File name without its ending. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Content of the `svg` element. */
  inner: string;
}

/** A file's id is its position in all of these together, so new drawings form a new group at the end. */
const GROUPS: readonly Readonly<Record<string, Scene>>[] = [
  COURTS,
  COURTROOMS,
  DESK,
  PAPERS,
  TRADE,
  GOODS,
  PLACES,
  MAPS,
  OBJECTS,
  MEETINGS,
  ADVERTISEMENT_PICTURES,
  PRODUCT_PICTURES,
  COVER_PICTURES,
  LEAF_PICTURES,
  PROFILE_PICTURES,
];

/** Every picture of the site, in the order of the files' ids. */
export const allDrawings = (): Drawing[] =>
  GROUPS.flatMap((group) =>
    Object.entries(group).map(([name, { alt, draw, width = WIDTH, height = HEIGHT }]) => ({
      name,
      alt,
      width,
      height,
      inner: draw(),
    })),
  );
