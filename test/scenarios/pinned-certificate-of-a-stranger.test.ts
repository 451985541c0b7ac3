import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'who poses as the L-PFR with another key gets neither PIN nor sale, and the shop is told the key that was seen',
  async (stage) => {
    const { pin } = stage.pfr;
    await stage.useLpfr(stage.pfr, { pin });
    await stage.sold({}, 'prodaja-1');
    stage.asked.length = 0;

    await stage.pfr.stop();
    await stage.pfr.up();
    const seen = stage.pfr.pin;
    assert.is.not(seen, pin);

    assert.match(
      await stage.refused({}, 'prodaja-2'),
      `другим кључем од подешеног (виђен је ${seen}); ништа му није послато`,
    );
    assert.match(await stage.enterPin('1234'), `a different key from the configured one (seen: ${seen})`);
    await stage.complains(/^failure: На адреси процесора одговара неко са другим кључем.*упоредите нови кључ/);
    assert.equal(stage.asked, [], 'not a byte of a request');
    assert.equal(stage.unsettled, [], 'it is certain that nothing was signed');

    await stage.useLpfr(stage.pfr, { pin: seen });
    await stage.sold({}, 'prodaja-2');
  },
  { pfr: { tls: { version: 'TLSv1.3' } } },
);
