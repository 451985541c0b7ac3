// Defined by the build; absent when the sources run without a build.
declare const __VERSION__: string | undefined;
declare const __BUILD_TIME__: number | undefined;

/** Version of the box. */
export const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0';

/** Time of this build, UTC ms; a clock that shows an earlier time is wrong. 0 when the sources run without a build. */
export const BUILD_TIME = typeof __BUILD_TIME__ === 'number' ? __BUILD_TIME__ : 0;
