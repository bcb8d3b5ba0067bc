#!/bin/sh
# Draws the small faces in src/shared/fonts from the packages' files: the characters and weights that nearly all
# text needs. The faces of the packages stay beside them for the rest. Needs fonttools 4.68 and brotli (Python).
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
packages=$here/../node_modules/@fontsource-variable
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

LATIN='U+0020-007E,U+00A0,U+00A7,U+00A9,U+00B0,U+00B7,U+00BD,U+00D7,U+00E9,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+2032,U+2033,U+20B9,U+2212'
# Italics are fetched later than the page, so they come whole.
ITALICS='U+0020-007E,U+00A0-00FF,U+0152,U+0153,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032,U+2033,U+2039,U+203A,U+20AC,U+20B9,U+2122,U+2212'
DEVANAGARI='U+0900-097F,U+200C,U+200D,U+25CC'

RUPEE=20B9

# draw SOURCE TARGET CHARACTERS FEATURES
draw() {
  fonttools varLib.instancer -q -o "$work/weights.ttf" "$1" wght=400:700
  pyftsubset "$work/weights.ttf" --unicodes="$3" --layout-features="$4" --no-hinting --flavor=woff2 \
    --output-file="$here/src/shared/fonts/$2"
}

for style in normal italic; do
  newsreader=$packages/newsreader/files
  python3 "$here/scripts/add-glyph.py" "$newsreader/newsreader-latin-wght-$style.woff2" \
    "$newsreader/newsreader-latin-ext-wght-$style.woff2" $RUPEE "$work/newsreader-$style.woff2"
done
draw "$work/newsreader-normal.woff2" newsreader-basic-normal.woff2 "$LATIN" kern,liga,tnum,pnum
draw "$work/newsreader-italic.woff2" newsreader-italic.woff2 "$ITALICS" kern,liga,tnum,pnum
# Hind has a file for each weight. Its package is no dependency: what pages need of it is drawn here.
(cd "$work" && npm pack --silent @fontsource/hind@5.3.0 && tar xzf fontsource-hind-5.3.0.tgz)
for weight in 400 600; do
  hind=$work/package/files
  python3 "$here/scripts/add-glyph.py" "$hind/hind-latin-$weight-normal.woff2" \
    "$hind/hind-latin-ext-$weight-normal.woff2" $RUPEE "$work/hind-$weight.woff2"
  pyftsubset "$work/hind-$weight.woff2" --unicodes="$LATIN" --layout-features=kern,liga,tnum \
    --no-hinting --flavor=woff2 --output-file="$here/src/shared/fonts/hind-basic-$weight.woff2"
  pyftsubset "$hind/hind-devanagari-$weight-normal.woff2" --unicodes="$DEVANAGARI" --layout-features='*' \
    --no-hinting --flavor=woff2 --output-file="$here/src/shared/fonts/hind-devanagari-$weight.woff2"
done

draw "$packages/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2" devanagari-basic.woff2 "$DEVANAGARI" '*'
