// proof: attacks
// time limit: 300 s
import { api } from './legs/api.js';
import { chat } from './legs/chat.js';
import { helper } from './legs/helper.js';
import { mail } from './legs/mail.js';
import { printer } from './legs/printer.js';
import { processor } from './legs/processor.js';
import { stream } from './legs/stream.js';
import { testLegs } from './legs/suite.js';
import { webhook } from './legs/webhook.js';

testLegs([api, helper, processor, webhook, chat, mail, printer, stream], 20);
