import { scene } from './stage.js';

scene('a processor whose storage is nearly full is a warning', async (stage) => {
  stage.pfr.pfr.change('storage-full');

  await stage.complains(/^warning: .*90 % пуна/);
  await stage.sold();

  stage.pfr.pfr.change('storage-free');
  await stage.until('all is well', async () => (await stage.complaints()).length === 0);
});
