import type { Change } from '../changeTypes.js';
import type { MainView } from './main.js';

/** Applies one record of the log; `sequence` is that of the record. */
export function applyToMain(main: MainView, change: Change, sequence: number): void {
  switch (change.type) {
    case 'result':
      main.addInvoice(change.row);
      return;
    case 'item':
      main.putItem(change.item);
      return;
    case 'key':
      main.putKey(change.key);
      return;
    case 'user':
      main.users.put(change.user);
      return;
    case 'tablet':
      main.users.putTablet(change.tablet);
      return;
    case 'setting':
      main.settings.put(change.name, change.value);
      return;
    case 'items':
      for (const item of change.items) main.putItem(item);
      if (change.version !== undefined) main.group.use(change.version);
      return;
    case 'intent':
      main.putIntent(change);
      return;
    case 'abort':
      main.endIntent(change.requestId);
      return;
    case 'rates':
      main.putRates(change.environment, change.value);
      return;
    case 'profile':
      main.putProfile(change.environment, change.value);
      return;
    case 'job':
      for (const job of change.jobs) main.jobs.put(job, sequence);
      return;
    case 'printer':
      main.jobs.putPrinter(change.printer);
      return;
    case 'notice':
      main.putNotifyCursor(change.cursor);
      return;
    case 'event':
      main.putEvent(change.event);
      return;
    case 'queued':
      main.queue.put(change.order);
      return;
    case 'open':
    case 'audit':
    case 'seal':
      return;
  }
}
