import { ADVERTISEMENT_PICTURES } from './advertisements.ts';
import { COURTROOMS } from './courtrooms.ts';
import { COURTS } from './courts.ts';
import { DESK } from './desk.ts';
import { GOODS } from './goods.ts';
import { MAPS } from './maps.ts';
import { MEETINGS } from './meetings.ts';
import { OBJECTS } from './objects.ts';
import { PAPERS } from './papers.ts';
import { PLACES } from './places.ts';
import { PRODUCT_PICTURES } from './products.ts';
import { HEIGHT, WIDTH } from './shapes.ts';
import { TRADE } from './trade.ts';

export interface Drawing {
  /** File name without its ending. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** What stands inside the `svg` element. */
  inner: string;
}

const GROUPS = [COURTS, COURTROOMS, DESK, PAPERS, TRADE, GOODS, PLACES, MAPS, OBJECTS, MEETINGS];

/** Every picture of the site, in a fixed order: a file's id is its place in it, so a new group goes last. */
export function allDrawings(): Drawing[] {
  const scenes = GROUPS.flatMap((group) =>
    Object.entries(group).map(([name, scene]) => ({ name, ...scene, width: WIDTH, height: HEIGHT })),
  );
  const banners = [ADVERTISEMENT_PICTURES, PRODUCT_PICTURES].flatMap((group) =>
    Object.entries(group).map(([name, banner]) => ({ name, ...banner })),
  );
  return [...scenes, ...banners].map(({ name, alt, width, height, draw }) => ({
    name,
    alt,
    width,
    height,
    inner: draw(),
  }));
}
