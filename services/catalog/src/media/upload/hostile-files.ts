import sharp from 'sharp';
import { aPhoto } from '../variants/photo-builder.ts';
import {
  PAYLOAD,
  aGif,
  aHeavyGif,
  aJpegOfScans,
  aPhotoAs,
  aPngBomb,
  anInflating,
  jpegSegment,
  pngChunk,
  withJpegSegments,
  withJpegSize,
  withPngChunk,
} from './hostile-builder.ts';
import { aPng } from '../files/picture-builder.ts';

type Make = () => Buffer | Promise<Buffer>;

/** Description, file name, expected outcome, and a factory for the bytes. */
export type HostileFile = [what: string, name: string, outcome: 'rejected' | 'sanitized', make: Make];

const payload = Buffer.from(PAYLOAD);
const png = aPng({ width: 60, height: 40 });
const jpeg = () => aPhotoAs('jpeg');
const EXIF = 0xe1;
const PROFILE = 0xe2;
const COMMENT = 0xfe;
const text =
  (value: string): Make =>
  () =>
    Buffer.from(value);
const cutTo = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

const noPictures: HostileFile[] = [
  [
    'a drawing with a script',
    'x.svg',
    'rejected',
    text(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`),
  ],
  [
    'a drawing called a picture',
    'x.png',
    'rejected',
    text(`<?xml version="1.0"?><svg onload="alert(1)">${PAYLOAD}</svg>`),
  ],
  [
    'a drawing that reads files',
    'x.svg',
    'rejected',
    text('<!DOCTYPE s [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>'),
  ],
  ['a page called a photograph', 'x.jpg', 'rejected', text(`<!doctype html>${PAYLOAD}`)],
  ['a program of a server', 'x.php.png', 'rejected', text('<?php system($_GET["c"]); ?>')],
  ['an archive', 'x.png', 'rejected', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)])],
  ['a PDF', 'x.pdf', 'rejected', text('%PDF-1.7\n1 0 obj <</OpenAction 2 0 R>> endobj\n%%EOF')],
  [
    'a program',
    'x.gif',
    'rejected',
    () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]),
  ],
  ['one byte', 'x.png', 'rejected', () => Buffer.from([0x89])],
  ['no byte', 'x.png', 'rejected', () => Buffer.alloc(0)],
  ['zeros', 'x.png', 'rejected', () => Buffer.alloc(100_000)],
  ['a WebP', 'x.webp', 'rejected', () => aPhotoAs('webp')],
  ['an AVIF called a JPEG', 'x.jpg', 'rejected', () => aPhotoAs('avif')],
  ['a TIFF', 'x.png', 'rejected', () => aPhotoAs('tiff')],
  ['a file of 10 MB', 'x.png', 'rejected', () => Buffer.concat([png, Buffer.alloc(10_000_000)])],
];

const broken: HostileFile[] = [
  ['half a PNG', 'x.png', 'rejected', async () => cutTo(await aPhotoAs('png', 400, 400), 0.5)],
  [
    'a quarter of a JPEG',
    'x.jpg',
    'rejected',
    async () => cutTo(await aPhoto({ width: 800, height: 600, noise: true }), 0.25),
  ],
  ['half a GIF', 'x.gif', 'rejected', () => cutTo(aGif({ frames: 3 }), 0.4)],
  ['a PNG of a header alone', 'x.png', 'rejected', () => png.subarray(0, 33)],
  [
    'a PNG whose chunk claims 2 GB',
    'x.png',
    'rejected',
    () => withPngChunk(png, pngChunk('IDAT', payload, { length: 0x7fffffff })),
  ],
  [
    'a PNG with a wrong checksum of a chunk beside the pixels',
    'x.png',
    'sanitized',
    () => withPngChunk(png, pngChunk('PLTE', Buffer.alloc(3), { crc: 1 })),
  ],
  [
    'a PNG with a wrong checksum of its pixels',
    'x.png',
    'rejected',
    () => Buffer.concat([png.subarray(0, -16), Buffer.alloc(4, 1), png.subarray(-12)]),
  ],
  ['a PNG without width', 'x.png', 'rejected', () => aPng({ claims: { width: 0, height: 4 } })],
  ['a JPEG without height', 'x.jpg', 'rejected', async () => withJpegSize(await jpeg(), 60, 0)],
  [
    'a JPEG of a start alone',
    'x.jpg',
    'rejected',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40)]),
  ],
  [
    'a GIF of a header alone',
    'x.gif',
    'rejected',
    () => Buffer.concat([aGif().subarray(0, 13), Buffer.alloc(20)]),
  ],
];

const bombs: HostileFile[] = [
  ['a PNG of 30000×30000', 'x.png', 'rejected', () => aPngBomb(30_000)],
  [
    'a PNG that claims 60000×60000',
    'x.png',
    'rejected',
    () => aPng({ claims: { width: 60_000, height: 60_000 } }),
  ],
  [
    'a JPEG that claims 30000×30000',
    'x.jpg',
    'rejected',
    async () => withJpegSize(await jpeg(), 30_000, 30_000),
  ],
  ['a GIF that claims 30000×30000', 'x.gif', 'sanitized', () => aGif({ side: 30_000 })],
  [
    'an interlaced PNG that needs 160 MB at once',
    'x.png',
    'rejected',
    () =>
      sharp({ create: { width: 6_300, height: 6_300, channels: 4, background: '#ff000080' } })
        .png({ progressive: true, compressionLevel: 9 })
        .toBuffer(),
  ],
  ['a GIF of 10,000 frames', 'x.gif', 'rejected', () => aGif({ frames: 10_000 })],
  ['a GIF of 100 large frames', 'x.gif', 'rejected', () => aHeavyGif(100, 700)],
  ['a JPEG of 20,000 scans', 'x.jpg', 'rejected', () => aJpegOfScans(20_000)],
  [
    'a strip of 39,000 pixels',
    'x.png',
    'rejected',
    () =>
      sharp({ create: { width: 39_000, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
  ],
  [
    'a profile that unpacks to 300 MB',
    'x.png',
    'sanitized',
    () =>
      withPngChunk(png, pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), anInflating(300_000_000)]))),
  ],
  [
    'a text that unpacks to 300 MB',
    'x.png',
    'sanitized',
    () =>
      withPngChunk(png, pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), anInflating(300_000_000)]))),
  ],
];

const carriers: HostileFile[] = [
  [
    'a GIF that is a script too',
    'x.gif',
    'sanitized',
    () => Buffer.concat([aGif({ comment: `*/=1;${PAYLOAD}//` }), payload]),
  ],
  [
    'a JPEG with a page in its EXIF',
    'x.jpg',
    'sanitized',
    () =>
      aPhotoAs('jpeg').then((bytes) =>
        sharp(bytes)
          .withExif({ IFD0: { ImageDescription: PAYLOAD, Copyright: PAYLOAD } })
          .toBuffer(),
      ),
  ],
  [
    'a JPEG with broken EXIF',
    'x.jpg',
    'sanitized',
    async () =>
      withJpegSegments(
        await jpeg(),
        jpegSegment(EXIF, Buffer.from(`Exif\0\0MM\0*\xff\xff\xff\xff${PAYLOAD}`, 'latin1')),
      ),
  ],
  [
    'a JPEG with a script as its comment',
    'x.jpg',
    'sanitized',
    async () => withJpegSegments(await jpeg(), jpegSegment(COMMENT, payload)),
  ],
  [
    'a JPEG with XMP',
    'x.jpg',
    'sanitized',
    async () =>
      withJpegSegments(
        await jpeg(),
        jpegSegment(EXIF, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${PAYLOAD}</x:xmpmeta>`)),
      ),
  ],
  [
    'a JPEG with an archive behind it',
    'x.jpg',
    'sanitized',
    async () => Buffer.concat([await jpeg(), Buffer.from('PK\x03\x04'), payload]),
  ],
  [
    'a JPEG with 4 MB of profile',
    'x.jpg',
    'sanitized',
    async () =>
      withJpegSegments(
        await jpeg(),
        ...Array.from({ length: 60 }, (_, index) =>
          jpegSegment(
            PROFILE,
            Buffer.concat([
              Buffer.from(`ICC_PROFILE\0${String.fromCharCode(index + 1)}\x3c`, 'latin1'),
              Buffer.alloc(60_000, PAYLOAD),
            ]),
          ),
        ),
      ),
  ],
  [
    'a PNG with a script as its text',
    'x.png',
    'sanitized',
    () => withPngChunk(png, pngChunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`))),
  ],
  ['a PNG with a chunk of its own', 'x.png', 'sanitized', () => withPngChunk(png, pngChunk('vdHi', payload))],
  [
    'a PNG with a program behind it',
    'x.png',
    'sanitized',
    () => Buffer.concat([png, Buffer.from('<?php system(1); ?>'), payload]),
  ],
  ['a PNG of 16 bits', 'x.png', 'sanitized', () => sharp(png).toColourspace('rgb16').png().toBuffer()],
  [
    'a JPEG of printing colours',
    'x.jpg',
    'sanitized',
    async () =>
      sharp(await jpeg())
        .toColourspace('cmyk')
        .withIccProfile('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  ['a photograph with the place where it was taken', 'x.jpg', 'sanitized', () => aPhoto()],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation): HostileFile => [
    `a photograph of orientation ${orientation}`,
    'x.jpg',
    'sanitized',
    () => aPhoto({ width: 60, height: 40, orientation }),
  ]),
];

const names: HostileFile[] = [
  ['a name that walks', '../../x.png', 'sanitized', () => png],
  ['a name that walks elsewhere', '..\\..\\x.png', 'sanitized', () => png],
  ['an absolute name', '/etc/cron.d/x.png', 'sanitized', () => png],
  ['a name with a NUL', 'x.php\0.png', 'rejected', () => png],
  ['a name of a device', 'con', 'rejected', () => png],
  ['a name of 300 letters', `${'x'.repeat(300)}.png`, 'rejected', () => png],
  ['a name with markup', '<img src=x>.png', 'rejected', () => png],
  ['a name with two extensions', 'x.php.png', 'sanitized', () => png],
  ['a name of a page', 'x.html', 'sanitized', () => png],
];

export const HOSTILE_FILES: readonly HostileFile[] = [
  ...noPictures,
  ...broken,
  ...bombs,
  ...carriers,
  ...names,
];
