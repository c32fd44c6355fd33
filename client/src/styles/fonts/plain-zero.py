"""Takes the slash out of the zero of the text font, in place (docs/design.md)."""

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

# The slash divides the counter. Its edge has points of its own only at the lower left and the upper right, from these to
# their mirror images. Indexes of points, with whether each is mirrored at the axis from the foot to the top.
FOOT, LOWER_LEFT, LEFT, RIGHT, UPPER_RIGHT, TOP = 16, [24, 25, 26], 23, 31, [32, 33, 34, 35], 36
OUTLINE = [(index, False) for index in range(16)]
COUNTER = [
    (FOOT, False),
    *((index, True) for index in reversed(LOWER_LEFT)),
    *((index, False) for index in [RIGHT, *UPPER_RIGHT, TOP]),
    *((index, True) for index in reversed(UPPER_RIGHT)),
    *((index, False) for index in [LEFT, *LOWER_LEFT]),
]


def without_slash(points):
    """Takes the coordinates of the slashed zero, or what a weight adds to them; gives those of the plain one."""
    axis = points[FOOT][0] + points[TOP][0]
    return [(axis - points[i][0] if is_mirrored else points[i][0], points[i][1]) for i, is_mirrored in OUTLINE + COUNTER]


[path] = sys.argv[1:]
font = TTFont(path)
# Before the glyph is changed, as its number of points says how they are read.
for variation in font["gvar"].variations["zero"]:
    # The last four are those of its metrics.
    variation.coordinates = without_slash(variation.coordinates) + variation.coordinates[-4:]
glyph = font["glyf"]["zero"]
glyph.coordinates = GlyphCoordinates(without_slash(glyph.coordinates))
glyph.flags = bytearray(glyph.flags[index] for index, _ in OUTLINE + COUNTER)
glyph.numberOfContours, glyph.endPtsOfContours = 2, [len(OUTLINE) - 1, len(OUTLINE + COUNTER) - 1]
font.save(path)
