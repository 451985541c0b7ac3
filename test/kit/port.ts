import { type AddressInfo, createServer } from 'node:net';

/** A port of 127.0.0.1 that is free now, for a program that cannot be told to take any. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
