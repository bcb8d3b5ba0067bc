"""Copies the glyph of one character, with its components, from one face of a family into another.

The packages have the rupee sign in the file of extended Latin, which pages do not load for it. usage: add-glyph.py BASE
SOURCE HEX TARGET. Both faces have the same weights. HVAR is dropped: the widths of a variable face also follow from gvar.
"""

import sys

from fontTools.ttLib import TTFont

base_path, source_path, code, target = sys.argv[1:]
# Read at once, as the tables count the glyphs while they are read.
base, source = TTFont(base_path, lazy=False), TTFont(source_path, lazy=False)
base.ensureDecompiled(recurse=True)
character = int(code, 16)
wanted = source.getBestCmap()[character]


def with_components(name):
    glyph = source["glyf"][name]
    parts = [part.glyphName for part in glyph.components] if glyph.isComposite() else []
    return [name, *(one for part in parts for one in with_components(part))]


# Components that the base has under the same name may be drawn otherwise there.
names = {name: f"{name}.copy" for name in with_components(wanted)}
base.setGlyphOrder([*base.getGlyphOrder(), *names.values()])
base["glyf"].glyphOrder = base.getGlyphOrder()
for name, copy in names.items():
    glyph = source["glyf"][name]
    for part in glyph.components if glyph.isComposite() else []:
        part.glyphName = names[part.glyphName]
    base["glyf"].glyphs[copy] = glyph
    base["hmtx"][copy] = source["hmtx"][name]
    if "gvar" in base:
        base["gvar"].variations[copy] = source["gvar"].variations.get(name, [])
if "HVAR" in base:
    del base["HVAR"]
for table in base["cmap"].tables:
    if table.isUnicode():
        table.cmap[character] = names[wanted]
base.save(target)
