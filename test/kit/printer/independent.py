"""Reads a picture of paper that a stand-in printer has drawn, knowing nothing but the picture and the face.

    independent.py FACE.ttf <paper.png     prints one JSON object

The letters are drawn by FreeType (through Debian's python3-pil), not by what drew the paper; each is the nearest of
those, and letters that look the same in both alphabets are told as the Latin one. Sizes are in dots and, by the density
that the PNG states, in mm. zbarimg reads what the code says; where it lies is found here.
"""

import functools
import json
import re
import sys

from PIL import Image, ImageDraw, ImageFont

CYRILLIC = 'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШабвгдђежзијклљмнњопрстћуфхцчџш'
LATIN = 'ABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽabcčćdđefghijklmnopqrsštuvwxyzž'
SIGNS = '0123456789!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~„“”–…€×'
TWINS = str.maketrans('АВЕЗЈКМНОРСТХаејорсху', 'ABE3JKMHOPCTXaejopcxy')

# Width and height of a cell, size of the em, baseline; the small one of printers' own font B is a dot less high.
CELLS = [(12, 24, 20, 19), (9, 18, 15, 14), (9, 17, 14, 13)]
TOLERANCE = 0.3
SAMPLE = 8
MM_PER_INCH = 25.4


class Paper:
    """Rows as integers, the leftmost dot in the highest bit; black is 1."""

    def __init__(self, image):
        grey = image.convert('L')
        self.width, self.height = grey.size
        rows = grey.point(lambda level: 255 if level < 128 else 0).convert('1').tobytes()
        stride = (self.width + 7) // 8
        spare = stride * 8 - self.width
        self.rows = [int.from_bytes(rows[y * stride:(y + 1) * stride], 'big') >> spare for y in range(self.height)]

    def bits(self, x, y, width):
        """`width` dots of a row; beside the paper all is white."""
        if y < 0 or y >= self.height:
            return 0
        shift = self.width - x - width
        row = self.rows[y]
        return (row >> shift if shift >= 0 else row << -shift) & ((1 << width) - 1)

    def cell(self, x, y, width, height):
        whole = 0
        for row in range(y, y + height):
            whole = whole << width | self.bits(x, row, width)
        return whole

    def ink(self, y):
        """The first row from `y` on that is not white."""
        return next((row for row in range(y, self.height) if self.rows[row]), self.height)

    def blank(self, y):
        return next((row for row in range(y, self.height) if not self.rows[row]), self.height)

    def clear(self, x, y, side):
        mask = ((1 << side) - 1) << (self.width - x - side)
        for row in range(y, y + side):
            self.rows[row] &= ~mask


def count(bits):
    return bin(bits).count('1')


count = getattr(int, 'bit_count', count)  # since Python 3.10, and ten times as fast


@functools.lru_cache
def font(face, em):
    return ImageFont.truetype(face, em, layout_engine=ImageFont.Layout.BASIC)


def draw(face, cell, times, letter, shift=(0, 0)):
    width, height, em, baseline = cell
    image = Image.new('L', (width, height), 255)
    pen = ImageDraw.Draw(image)
    pen.fontmode = '1'
    pen.text((shift[0], baseline + shift[1]), letter, fill=0, font=font(face, em), anchor='ls')
    image = image.resize((width * times, height * times), Image.NEAREST)
    return Paper(image).cell(0, 0, width * times, height * times)


class Type:
    """A size of type: its cell, and the letters in it."""

    def __init__(self, face, cell, times):
        width, height, em, baseline = cell
        self.width, self.height = width * times, height * times
        letters = [letter for letter in CYRILLIC + LATIN + SIGNS if letter.translate(TWINS) == letter]
        large = tuple(size * times for size in cell)
        kinds = [(cell, times)] if times == 1 else [(cell, times), (large, 1)]
        self.known = [(draw(face, *kind, letter), letter) for kind in kinds for letter in letters]
        self.edge = sum(1 << row * self.width for row in range(self.height))
        self.shifted = [
            (glyph, self.bold(glyph), letter, abs(x) + abs(y))
            for kind in kinds for letter in letters for x in (-1, 0, 1) for y in (-1, 0, 1)
            for glyph in [draw(face, *kind, letter, (x, y))]
        ]
        self.difference = functools.lru_cache(None)(self.difference)
        self.recognise = functools.lru_cache(None)(self.recognise)

    def bold(self, cell):
        """The cell with all neighbours of its ink black too."""
        right = self.edge << self.width - 1
        cell |= (cell & ~right) << 1 | (cell & ~self.edge) >> 1
        return (cell | cell << self.width | cell >> self.width) & (1 << self.width * self.height) - 1

    def difference(self, cell):
        return min(count(cell ^ glyph) for glyph, _ in self.known)

    def recognise(self, cell):
        """The nearest letter. Two rasterisers may put one a dot apart, or make its stems a dot wider, but not more."""
        bold = self.bold(cell)
        return min(
            (4 * count(cell & ~bold_glyph | glyph & ~bold) + count(cell ^ glyph) + shift, letter)
            for glyph, bold_glyph, letter, shift in self.shifted
        )[1]

    def wrong(self, paper, x, y, most=None):
        """Which share of a line's ink, or of that of its first letters, is other than in the nearest letters."""
        ink, wrong, seen = 0, 0, 0
        for cell in self.cells(paper, x, y):
            if not cell:
                continue
            ink, wrong, seen = ink + count(cell), wrong + self.difference(cell), seen + 1
            if seen == most or wrong > 2 * ink * TOLERANCE:
                break
        return wrong / ink if ink else 1

    def text(self, paper, x, y):
        return ''.join(self.recognise(cell) if cell else ' ' for cell in self.cells(paper, x, y))

    def cells(self, paper, x, y):
        return (paper.cell(left, y, self.width, self.height) for left in range(x, paper.width, self.width))


def find_line(paper, y, types, places):
    """Where the line lies whose ink begins in row `y`: where lines lay before, else anywhere. Size, x and top."""
    everywhere = [[(size, x) for x in range(-size.width + 1, 1)] for size in types]
    for grids in [places, *everywhere]:
        found = [
            (size.wrong(paper, x, top), top, x, size)
            for size, x in grids
            for top in range(y - size.height + 1, y + 1)
            if size.wrong(paper, x, top, SAMPLE) < TOLERANCE
        ]
        share, top, x, size = min(found, key=lambda one: one[:3], default=(1, 0, 0, None))
        if share < TOLERANCE:
            return size, x, top
    return None


FINDER = [0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111]


def dark_runs(paper, y):
    """Where the dark runs of a row begin, and how long they are."""
    row = format(paper.rows[y], f'0{paper.width}b')
    return [(run.start(), run.end() - run.start()) for run in re.finditer('1+', row)]


def is_finder(paper, x, y, size):
    """Looks at the middle of each module of a finder pattern that is `size` dots wide."""
    middles = [(2 * module + 1) * size // 14 for module in range(7)]
    return all(
        paper.bits(x + across, y + down, 1) == bits >> 6 - column & 1
        for down, bits in zip(middles, FINDER)
        for column, across in enumerate(middles)
    )


def find_code(paper):
    """The code with three finder patterns in a square (ISO/IEC 18004). Its modules may differ by a dot in width, so
    they are counted along the timing pattern, which lies in the last row of the upper finder patterns."""
    for y in range(paper.height):
        runs = dark_runs(paper, y)
        for x, size in runs:
            if not is_finder(paper, x, y, size):
                continue
            for far, last in runs:
                side = far + last - x
                if far < x + 2 * size or abs(last - size) > 1 or not is_finder(paper, far, y, last):
                    continue
                if not any(is_finder(paper, x, y + side - low, low) for low in (size - 1, size, size + 1)):
                    continue
                dark = sum(x <= start < x + side for start, _ in dark_runs(paper, y + size - 1))
                modules = 2 * dark + 11
                if 21 <= modules <= 177 and modules % 4 == 1:
                    return {'x': x, 'y': y, 'side': side, 'modules': modules}
    return None


def quiet_zone(paper, code):
    """White dots all around the code."""
    side = code['side']
    zone = 0
    while True:
        x, y, around = code['x'] - zone - 1, code['y'] - zone - 1, side + 2 * zone + 2
        if min(x, y) < 0 or max(x + around - paper.width, y + around - paper.height) > 0:
            return zone
        edges = [paper.bits(x, y, around), paper.bits(x, y + around - 1, around)]
        sides = [paper.bits(left, row, 1) for row in range(y, y + around) for left in (x, x + around - 1)]
        if any(edges) or any(sides):
            return zone
        zone += 1


def main(face):
    image = Image.open(sys.stdin.buffer)
    paper = Paper(image)
    dpi = image.info['dpi'][0]
    mm = lambda dots: round(dots / dpi * MM_PER_INCH, 2)
    code = find_code(paper)
    if code is not None:
        side = code['side']
        quiet = quiet_zone(paper, code)
        code.update(mm=mm(side), quietModules=quiet * code['modules'] / side, quietMm=mm(quiet))
        paper.clear(code['x'], code['y'], side)
    types = [Type(face, cell, times) for times in (1, 2) for cell in CELLS]
    lines, places, unread = [], [], []
    y = paper.ink(0)
    while y < paper.height:
        place = find_line(paper, y, types, places)
        if place is None:
            end = paper.blank(y)
            unread.append([y, end])
        else:
            size, x, top = place
            text = size.text(paper, x, top)
            places = [(size, x), *[place for place in places if place != (size, x)]][:2]
            indent = len(text) - len(text.lstrip())
            cell = [size.width, size.height]
            lines.append({'text': text.strip(), 'x': x + indent * size.width, 'y': top, 'cell': cell})
            end = top + size.height
        y = paper.ink(end)
    found = {'widthMm': mm(paper.width), 'heightMm': mm(paper.height), 'lines': lines, 'unread': unread, 'code': code}
    json.dump(found, sys.stdout, ensure_ascii=True)


main(sys.argv[1])
