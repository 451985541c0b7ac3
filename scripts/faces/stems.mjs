/**
 * Finds the dominant parts of a letter: its stems (axis `x`) and bars (axis `y`), as pairs of parallel edges of the
 * outline with ink between them.
 */

/** Maximum deviation of an edge from straight, and its minimum length, as shares of the em. */
const CROOKED = 0.012;
const SHORTEST = { x: 0.05, y: 0.045 };
/** Limits of a stem's thickness, as shares of the usual one. */
const THINNEST = 0.5;
const THICKEST = 1.35;
/** Minimum distance between two stems, as a share of the em. */
const APART = 0.01;

/**
 * The edges of contours across an axis: their position on it, their extent, and whether ink begins there (seen from
 * lower numbers). Round letters have one at each extreme, because the control points next to it are collinear with it.
 */
export function edgesOf(contours, axis, em) {
  const across = axis === 'x' ? 'y' : 'x';
  return contours.flatMap((contour) => {
    const runs = runsOf(contour, axis, across, em * CROOKED);
    return runs.flatMap(({ first, last }) => {
      const [low, high] = [Math.min(first[across], last[across]), Math.max(first[across], last[across])];
      if (high - low < em * SHORTEST[axis]) return [];
      const upwards = last[across] > first[across];
      return [{ at: (first[axis] + last[axis]) / 2, low, high, begins: upwards === (axis === 'x') }];
    });
  });
}

/** Consecutive points of a contour in one direction at nearly the same position of the axis. */
function runsOf(contour, axis, across, crooked) {
  const step = (at) => {
    const [from, to] = [contour[at % contour.length], contour[(at + 1) % contour.length]];
    return Math.abs(to[axis] - from[axis]) > crooked ? 0 : Math.sign(to[across] - from[across]);
  };
  const turn = contour.findIndex((_, at) => step(at) !== step(at + contour.length - 1));
  const runs = [];
  // A contour of slopes only has no edge.
  if (turn === -1) return runs;
  for (let at = turn; at < turn + contour.length; at += 1) {
    const way = step(at);
    if (way === 0) continue;
    const first = contour[at % contour.length];
    while (step(at + 1) === way && at + 1 < turn + contour.length) at += 1;
    runs.push({ first, last: contour[(at + 1) % contour.length] });
  }
  return runs;
}

/**
 * The stems among the edges, from low to high: for each two possible edges the pairs closest to the usual thickness,
 * without nesting.
 */
export function stemsOf(edges, usual, em) {
  const pairs = edges
    .filter(({ begins }) => begins)
    .flatMap((from) => edges.filter(({ begins }) => !begins).map((to) => pairOf(from, to, usual)))
    .filter(({ thickness, shared }) => {
      const isStem = thickness >= usual * THINNEST && thickness <= usual * THICKEST;
      return isStem && shared > 0;
    })
    .sort((one, other) => one.unlikely - other.unlikely);
  const stems = [];
  for (const pair of pairs) {
    if (stems.every(({ from, to }) => pair.to <= from - em * APART || pair.from >= to + em * APART)) stems.push(pair);
  }
  return stems.sort((one, other) => one.from - other.from);
}

function pairOf(from, to, usual) {
  const thickness = to.at - from.at;
  const shared = Math.min(from.high, to.high) - Math.max(from.low, to.low);
  const [low, high] = [Math.min(from.low, to.low), Math.max(from.high, to.high)];
  return { from: from.at, to: to.at, low, high, thickness, shared, unlikely: Math.abs(thickness - usual) - shared / 5 };
}
