// proof: attacks
// time limit: 300 s
import { chat } from './legs/chat.js';
import { mail } from './legs/mail.js';
import { printer } from './legs/printer.js';
import { processor } from './legs/processor.js';
import { stream } from './legs/stream.js';
import { testLegs } from './legs/suite.js';
import { webhook } from './legs/webhook.js';

testLegs([processor, webhook, chat, mail, printer, stream], 20);
