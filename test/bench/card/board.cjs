// Loaded into a service that is measured: to it the machine has set its clock from a time server, as a board in a shop does
// (a box that uses a key of a file resumes no session before), and a card reader is plugged in while CARD_READER_LISTED names
// a file that is there.
'use strict';

const fs = require('node:fs');

const { existsSync } = fs;
fs.existsSync = (path) => path === '/run/systemd/timesync/synchronized' || existsSync(path);

const { CARD_READER_LISTED: plugged } = process.env;
if (plugged !== undefined) {
  const { readdir, readFile } = fs.promises;
  const devices = '/sys/bus/usb/devices';
  fs.promises.readdir = (path, ...more) =>
    path === devices ? Promise.resolve(existsSync(plugged) ? ['9-9:1.0'] : []) : readdir(path, ...more);
  fs.promises.readFile = (path, ...more) =>
    path === `${devices}/9-9:1.0/bInterfaceClass` ? Promise.resolve('0b\n') : readFile(path, ...more);
}
