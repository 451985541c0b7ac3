/** How often a failing list is tried in a shorter form. */
const TRIES = 300;

/** The shortest list found that still fails: pieces are left out, large ones first. */
export async function shortest<T>(
  failing: readonly T[],
  fails: (list: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let list = failing;
  let tries = 0;
  for (let piece = Math.ceil(list.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
    for (let at = 0; at < list.length && tries < TRIES; tries += 1) {
      const shorter = list.toSpliced(at, piece);
      if (shorter.length > 0 && (await fails(shorter))) list = shorter;
      else at += piece;
    }
  }
  return list;
}
