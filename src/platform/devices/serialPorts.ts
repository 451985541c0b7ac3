/** The part of the package `@serialport/bindings-cpp` that the box uses. */
export interface SerialPorts {
  readonly open: (options: {
    readonly path: string;
    readonly baudRate: number;
    readonly lock: boolean;
    readonly hupcl: boolean;
    readonly rtscts: boolean;
    readonly xon: boolean;
    readonly xoff: boolean;
  }) => Promise<SerialPort>;
}

/** An open port; `flush` discards unsent bytes. */
export interface SerialPort {
  readonly fd: number | null;
  drain(): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}
