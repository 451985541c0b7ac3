/**
 * Why an update is not installed: English sentences for the operator. The Serbian texts are in
 * `interfaces/web/refusals/updates.ts`.
 */
export const REFUSALS = {
  notOnImage: 'This box was installed by hand and not from an image. Update it as it was installed: scripts/install',
  noService: 'Updates are installed by the running service. Start it: systemctl start kasirbox',
  busy: 'An update is under way already. See: kasirbox update status',
  notKnown: 'It is not known yet which of the two systems runs. Ask again in a moment.',
  trial: 'An update is being tried. Wait until it is kept, some two minutes: kasirbox update status',
  stopping: 'The box is stopping, so the update was not installed. Try again.',
  tooLarge: 'The file is larger than 300 MB: this is no update of kasirbox.',
  noRoom: 'The card has too little room for the update. Run: kasirbox doctor',
  cutOff: 'The update did not come to its end. Try again.',
  noFile: 'There is no such file for the service. Give the whole path; a stick is read below /media or /mnt.',
  noneWaiting: 'No update lies on the card. Send one first.',
  noAddress: 'The address of an update begins with https:// and names a server.',
  wrongBoard: (compatible: string, own: string) =>
    `This update is for boards of the kind ${compatible}, and this is a ${own}.`,
  same: (version: string) => `This box has version ${version} already. To install it once more, add: --again`,
  unknownData: 'This update does not say which data it reads, so it is not installed.',
  olderData: (version: string) =>
    `Version ${version} could not read the data of this box, which a later version has written. Install a later one.`,
  noCode:
    'This update changes the data, and a backup is made before it, which needs a code. Write it down first: kasirbox backup code',
  noSignature: (reason: string) => `This is no update for this box, or it is damaged (${reason}).`,
  noBackup: (reason: string) => `The backup before the update failed (${reason}). Nothing was installed.`,
  notInstalled: (reason: string) => `The update could not be installed (${reason}). The box goes on as before.`,
  notStored: (code: string) => `The update could not be stored (${code}). Run: kasirbox doctor`,
  unreachable: (reason: string) => `The server of the update cannot be reached (${reason}).`,
  untrusted: (reason: string) => `The server of the update could not prove who it is (${reason}).`,
  answered: (status: string) => `The server has no update at this address (it answers ${status}).`,
  redirected: 'The server sends on too often, or to an address that is not https.',
} as const;
