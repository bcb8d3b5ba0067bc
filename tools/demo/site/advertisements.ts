/**
 * Advertisements and slider products: invented firms, invented goods, said to be so in the picture and the title.
 * `art` names the drawing in `pictures/`, `lines` are drawn into it.
 */

type AdType = 'Side Bar' | 'One Column into List' | 'Two Column into List' | 'Inner Content';

export interface Advertisement {
  title: string;
  type: AdType;
  link: string;
  youtube?: string;
  /** File name without its ending. */
  picture: string;
}

export interface Product {
  title: string;
  link: string;
  picture: string;
}

const to = (firm: string) => `https://${firm}.example/`;

export const ADVERTISEMENTS: readonly Advertisement[] = [
  {
    title: 'Neelam Fountain Pens (fictional advertisement)',
    type: 'Side Bar',
    link: to('neelam-pens'),
    picture: 'ad-neelam-pens',
  },
  {
    title: 'Bhaskar Robes and Bands (fictional advertisement)',
    type: 'Side Bar',
    link: to('bhaskar-robes'),
    picture: 'ad-bhaskar-robes',
  },
  {
    title: 'Dakghar Courier (fictional advertisement)',
    type: 'Side Bar',
    link: to('dakghar-courier'),
    picture: 'ad-dakghar-courier',
  },
  {
    title: 'Vanika Stationers (fictional advertisement)',
    type: 'One Column into List',
    link: to('vanika-stationers'),
    picture: 'ad-vanika-stationers',
  },
  {
    title: 'Chai at Court No. 9 (fictional advertisement)',
    type: 'One Column into List',
    link: to('court-nine-chai'),
    picture: 'ad-court-nine-chai',
  },
  {
    title: 'Trikon Study Lamps (fictional advertisement)',
    type: 'One Column into List',
    link: to('trikon-lamps'),
    picture: 'ad-trikon-lamps',
  },
  {
    title: 'Sagarpatnam Moot, 2027 (fictional advertisement)',
    type: 'Two Column into List',
    link: to('sagarpatnam-moot'),
    picture: 'ad-sagarpatnam-moot',
  },
  {
    title: 'Kitab Ghar Law Library (fictional advertisement)',
    type: 'Two Column into List',
    link: to('kitab-ghar'),
    picture: 'ad-kitab-ghar',
  },
  {
    title: 'Rekha Document Translation (fictional advertisement)',
    type: 'Two Column into List',
    link: to('rekha-translation'),
    picture: 'ad-rekha-translation',
  },
  {
    title: 'Tarikh, the hearing diary (fictional advertisement)',
    type: 'Inner Content',
    link: to('tarikh-diary'),
    picture: 'ad-tarikh-diary',
  },
  {
    title: 'Narmada Retreat for Tired Juniors (fictional advertisement)',
    type: 'Inner Content',
    link: to('narmada-retreat'),
    picture: 'ad-narmada-retreat',
  },
];

export const PRODUCTS: readonly Product[] = [
  {
    title: 'The Working Code: procedure for the ordinary day (fictional)',
    link: to('shop.vidhi-gazette'),
    picture: 'product-working-code',
  },
  { title: 'Vidhi Diary 2027 (fictional)', link: to('shop.vidhi-gazette'), picture: 'product-diary-2027' },
  {
    title: 'विधि शब्दावली: हिन्दी-अंग्रेज़ी शब्दकोश (काल्पनिक)',
    link: to('shop.vidhi-gazette'),
    picture: 'product-shabdavali',
  },
  {
    title: 'GST in Forty Evenings (fictional)',
    link: to('shop.vidhi-gazette'),
    picture: 'product-gst-evenings',
  },
  {
    title: 'First Brief: letters to a young advocate (fictional)',
    link: to('shop.vidhi-gazette'),
    picture: 'product-first-brief',
  },
];
