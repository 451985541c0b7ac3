/**
 * Fits outlines into cells of dots, so that all stems of a face have the same weight and its letters have common lines.
 * Stems and bars are aligned to whole dots; the parts between them are interpolated.
 */
import { edgesOf, stemsOf } from './stems.mjs';

/** How far round letters extend beyond a line of straight ones, as a share of the em. */
const OVERSHOOT = { beyond: 0.022, short: 0.006 };

/** The contours of a letter in dots, y upwards from the baseline. `type` is from {@link typeOf}, `face` from FACES. */
export function fit(contours, type, face) {
  const scale = { x: face.width / type.advance, y: face.size / type.em };
  const across = placer(stemAnchors(contours, type, face, scale.x), scale.x);
  const up = placer(barAnchors(contours, type, face, scale.y), scale.y);
  return contours.map((contour) => contour.map(({ x, y, on }) => ({ x: across(x), y: up(y), on })));
}

/** The measures of a font, in its units, from its letters H, x and l. */
export function typeOf(font, contours) {
  const em = font.unitsPerEm;
  const [capital] = [contours('H')].map((letter) => stemsOf(edgesOf(letter, 'x', em), em * 0.14, em));
  const [bar] = stemsOf(edgesOf(contours('H'), 'y', em), em * 0.12, em);
  const top = (letter) => Math.max(...contours(letter).flatMap((contour) => contour.map(({ y }) => y)));
  return {
    em,
    advance: font.charToGlyph('H').advanceWidth,
    // Letters with three stems have thinner ones; the typical stem is between both.
    stem: 0.95 * (capital[0].to - capital[0].from),
    bar: 0.95 * (bar.to - bar.from),
    lines: [top('l'), top('H'), top('x')],
  };
}

/** Positions of the edges of stems: pairs of position in the outline and in dots, from left to right. */
function stemAnchors(contours, type, { width, stem }, scale) {
  const stems = stemsOf(edgesOf(contours, 'x', type.em), type.stem, type.em);
  const places = stems.map(({ from, to }) => Math.round(((from + to) / 2) * scale - stem / 2));
  // One white dot between two stems, and one before the next letter, except in letters with three stems and no space.
  const step = (at) => (areBeside(stems[at - 1], stems[at]) ? stem + 1 : stem);
  places.forEach((_, at) => {
    const least = at === 0 ? 0 : places[at - 1] + step(at);
    if (places[at] < least) places[at] = least;
  });
  const end = (type.advance - (stems.at(-1)?.to ?? 0)) * scale < 0.5 ? width : width - 1;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const most = at === places.length - 1 ? end - stem : places[at + 1] - step(at + 1);
    if (places[at] > most) places[at] = most;
  }
  return stems.flatMap(({ from, to }, at) => [
    [from, places[at]],
    [to, places[at] + stem],
  ]);
}

/** True when the two overlap in height; the tail of a letter below its stems does not. */
function areBeside(one, other) {
  return Math.min(one.high, other.high) > Math.max(one.low, other.low);
}

/** Positions of the edges of bars, and of other edges on common lines, from below. */
function barAnchors(contours, type, { bar }, scale) {
  const edges = edgesOf(contours, 'y', type.em);
  const bars = stemsOf(edges, type.bar, type.em);
  const places = bars.map(({ from, to }) => {
    const [below, above] = [lineBelow(from, type), lineAbove(to, type, scale)];
    return below ?? (above === undefined ? Math.round(((from + to) / 2) * scale - bar / 2) : above - bar);
  });
  places.forEach((place, at) => {
    const least = at === 0 ? -Infinity : places[at - 1] + bar + 1;
    if (place >= least) return;
    if (lineAbove(bars[at].to, type, scale) === undefined) places[at] = least;
    else places[at - 1] = place - bar - 1;
  });
  const anchors = bars.flatMap(({ from, to }, at) => [
    [from, places[at]],
    [to, places[at] + bar],
  ]);
  for (const { at, begins } of edges) {
    const line = begins ? lineBelow(at, type) : lineAbove(at, type, scale);
    const isNear = ([known]) => Math.abs(known - at) < type.em * OVERSHOOT.short;
    if (line !== undefined && !anchors.some(isNear)) anchors.push([at, line]);
  }
  return anchors.sort(([one], [other]) => one - other);
}

/** The baseline, if an edge is on it or extends below it as in round letters. */
function lineBelow(at, { em }) {
  return at <= em * OVERSHOOT.short && at >= -em * OVERSHOOT.beyond ? 0 : undefined;
}

/** In dots, the height of small letters, capitals or ascenders that an edge reaches. */
function lineAbove(at, { em, lines }, scale) {
  const line = lines.find((one) => at >= one - em * OVERSHOOT.short && at <= one + em * OVERSHOOT.beyond);
  return line === undefined ? undefined : Math.round(line * scale);
}

/** Interpolates a position of the outline between its anchors; outside of them it is scaled. */
function placer(anchors, scale) {
  const [first] = anchors;
  const last = anchors.at(-1);
  return (at) => {
    if (first === undefined) return at * scale;
    if (at <= first[0]) return first[1] + (at - first[0]) * scale;
    if (at >= last[0]) return last[1] + (at - last[0]) * scale;
    const next = anchors.findIndex(([place]) => place >= at);
    const [[from, to], [beyond, end]] = [anchors[next - 1], anchors[next]];
    return to + ((at - from) / (beyond - from)) * (end - to);
  };
}
