// Defined by the build; absent when the sources run as they are.
declare const __VERSION__: string | undefined;
declare const __BUILD_TIME__: number | undefined;

/** Version of the box. */
export const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0';

/** When this build was made, UTC ms; a clock that shows less is wrong. 0 when the sources run as they are. */
export const BUILD_TIME = typeof __BUILD_TIME__ === 'number' ? __BUILD_TIME__ : 0;
