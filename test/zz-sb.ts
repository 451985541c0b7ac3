import { spawn } from 'node:child_process';
import { FakePfrServer } from './kit/pfr/server.ts';
const rates = [['A',9],['B',0],['E',11],['T',2],['C',19]].map(([label, rate], i) => ({ label, category: 'VAT'+i, categoryType: 0, rate }));
void (async () => {
  const s = await FakePfrServer.start({ pin: null, groups: [{ groupId: 3, validFrom: 0, rates }] as never });
  const c = spawn('node', ['--import','tsx','test/approval/main.ts','--sandbox','--out','/tmp/hA1-sbout', ...process.argv.slice(2)], { cwd: '/tmp/hA1', env: { ...process.env, KASIRBOX_SANDBOX_LPFR_URL: s.url }, stdio: 'inherit' });
  c.on('close', () => process.exit(0));
})();
