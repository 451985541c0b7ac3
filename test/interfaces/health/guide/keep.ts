import { writeFileSync } from 'node:fs';
import { GUIDE_FILE, guideDocument } from './document.js';

void guideDocument().then((text) => writeFileSync(GUIDE_FILE, text));
