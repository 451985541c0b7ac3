/**
 * The newest form of records that this program reads. It goes up when a program before it could not read what this one writes;
 * the update bundle carries it as `data-format`, so that an older program is refused before it would be installed.
 */
export const DATA_FORMAT = 1;
