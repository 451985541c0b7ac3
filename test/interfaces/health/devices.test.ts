// The faults of faults.test.ts that a device makes, in whole boxes with stand-ins that speak the real wire.
import * as assert from 'uvu/assert';
import { callService } from '../../../src/interfaces/admin/socket.js';
import type { TestBox } from '../../kit/box.js';
import { doctorLines } from '../../kit/health.js';
import { scene as printerScene } from '../../paper/printing/scenarios/stage.js';
import { scene } from '../../scenarios/stage.js';

const TRIES = 20;

/** The first row of the doctor, from the running service, that has nothing to do with the test's unfinished set-up. */
async function worst(box: TestBox): Promise<string> {
  const reply = await callService(box.folder, 'doctor', {});
  if (reply?.ok !== true) throw new Error('the service does not answer');
  const { en } = doctorLines(reply.value);
  return en.find((line) => !/^(company|memory|loop|pfr-test|power|temperature) /.test(line)) ?? '';
}

/** Polls the doctor: a status request already in progress still returns the old state. */
async function says(box: TestBox, expected: RegExp): Promise<void> {
  let line = await worst(box);
  for (let asked = 1; asked < TRIES && !expected.test(line); asked += 1) line = await worst(box);
  assert.match(line, expected, line);
}

scene('doctor: a card that is taken out, then its PIN, then all is well', async (stage) => {
  await says(stage.box, /^service +ok /);
  stage.pfr.pfr.change('card-out');
  await says(stage.box, /^pfr +failure .*code 1300\] Insert the card and enter its PIN\. Run: kasirbox pfr pin$/);
  stage.pfr.pfr.change('card-in');
  await says(stage.box, /^pfr +failure .*code 1500\] Enter the PIN .*\. Run: kasirbox pfr pin$/);
  assert.is(await stage.enterPin('1234'), '');
  await says(stage.box, /^service +ok /);
});

printerScene('doctor: a printer that is out of paper while a slip waits', async (stage) => {
  const { printer } = stage.station;
  printer.paper('out');
  const { uuid } = await stage.sold();
  await stage.become(uuid, 'blocked paper');
  const told = /^printer +warning .*out of paper\. Waiting: 1\. \[blocked, paper; 1 waiting.*\] Insert a new roll/;
  assert.match(await worst(stage.box), told);
  printer.paper('ok');
  await stage.become(uuid, 'printed');
  assert.match(await worst(stage.box), /^service +ok /);
});
