/**
 * The newest record format that this program reads. It is raised when an older program could not read what this one
 * writes. The update bundle carries it as `data-format`, so that an older program is refused before installation.
 */
export const DATA_FORMAT = 1;
