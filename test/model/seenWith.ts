/** Seeds of worlds that showed a mistake, by its name: a search by chance takes up to a minute of each. */
export const SEEN_WITH: Readonly<Record<string, number>> = {};
