/**
 * Outlines of TrueType glyphs: closed contours of points in the units of the font, y upwards, ink to the right of their
 * direction (OpenType 1.9.1, `glyf`). A point that is not `on` is a control point of the curve between its neighbours.
 */

/** Number of straight pieces for one curve. */
const PIECES = 8;

/** The contours of a character's glyph. */
export function contoursOf(font, character) {
  const glyph = font.charToGlyph(character);
  // The points of a glyph are read on first access to its path.
  void glyph.path;
  return glyph.getContours().map((contour) => contour.map(({ x, y, onCurve }) => ({ x, y, on: onCurve })));
}

/** The sides of a contour as a polygon, `[x0, y0, x1, y1]`. */
export function sidesOf(contour) {
  const points = contour.flatMap((point, at) => {
    const next = contour[(at + 1) % contour.length];
    // Between two control points there is an implicit point of the curve.
    return point.on || next.on ? [point] : [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, on: true }];
  });
  const first = points.findIndex(({ on }) => on);
  const ring = [...points.slice(first), ...points.slice(0, first), points[first]];
  const sides = [];
  let from = ring[0];
  let bend;
  for (const point of ring.slice(1)) {
    if (!point.on) {
      bend = point;
      continue;
    }
    sides.push(...(bend === undefined ? [[from.x, from.y, point.x, point.y]] : curve(from, bend, point)));
    [from, bend] = [point, undefined];
  }
  return sides;
}

function curve(from, bend, to) {
  const at = (axis, t) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * bend[axis] + t ** 2 * to[axis];
  return Array.from({ length: PIECES }, (_, piece) => {
    const [begin, end] = [piece / PIECES, (piece + 1) / PIECES];
    return [at('x', begin), at('y', begin), at('x', end), at('y', end)];
  });
}
