/** What the box uses of the package `@serialport/bindings-cpp`. */
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

/** An open port; `flush` throws away what has not left. */
export interface SerialPort {
  readonly fd: number | null;
  drain(): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}
