import type { Bilingual } from '../../base/index.js';
import { CHECK_NAMES, type CheckName } from './checks.js';

/** A row of the technician's guide: the symptom, its cause, and the first command. */
interface GuideRow {
  readonly symptom: Bilingual;
  readonly cause: Bilingual;
  /** The same in each language. `doctor` shows it with the findings of this check. */
  readonly command: string;
}

/** One row for each check of `doctor`: a check without one does not compile. `docs/repair.md` is generated from it. */
export const GUIDE: Readonly<Record<CheckName, GuideRow>> = {
  fiscal: {
    symptom: {
      sr: 'Ниједан рачун се не издаје; на страницама црвена трака',
      en: 'No receipt is issued; a red bar on the pages',
    },
    cause: { sr: 'фискални процесор није подешен', en: 'no processor is set for production' },
    command: "kasirbox settings set pfr.production '{…}'",
  },
  ledger: {
    symptom: { sr: 'Рачуни се не издају; квар ledger', en: 'No receipts; failure ledger' },
    cause: { sr: 'дневник је оштећен, или диск не уписује', en: 'the ledger is damaged, or the disk does not write' },
    command: 'kasirbox ledger repair',
  },
  disk: {
    symptom: { sr: 'Рачуни се не издају, или ће стати; квар disk', en: 'No receipts, or soon none; failure disk' },
    cause: { sr: 'диск је пун', en: 'the disk is full' },
    command: 'du -xh / /data 2>/dev/null | sort -h | tail',
  },
  folder: {
    symptom: {
      sr: 'Команде и сервис кажу да немају дозволу, или да је фасцикла погрешна; квар folder',
      en: 'Commands and the service have no permission, or a wrong folder; failure folder',
    },
    cause: {
      sr: 'део фасцикле припада другом кориснику, или је диск само за читање',
      en: 'part of the folder belongs to another user, or the disk is read-only',
    },
    command: 'chown -R kasirbox: /var/lib/kasirbox',
  },
  service: {
    symptom: { sr: 'Странице и каса се не отварају', en: 'Pages and till do not open' },
    cause: {
      sr: 'сервис не ради, није могао да се покрене, или се заглавио',
      en: 'the service is off, could not start, or hangs',
    },
    command: 'systemctl start kasirbox',
  },
  wear: {
    symptom: { sr: 'Упозорење wear', en: 'Warning wear' },
    cause: { sr: 'меморија је при крају века', en: 'the flash is near its end' },
    command: 'kasirbox backup FILE',
  },
  flash: {
    symptom: { sr: 'Упозорење flash', en: 'Warning flash' },
    cause: { sr: 'меморија троши више него што је предвиђено', en: 'the flash wears faster than planned' },
    command: 'kasirbox support-bundle FILE',
  },
  'flash-budget': {
    symptom: { sr: 'Захтеви програма радње се одбијају', en: 'A program of the shop is refused' },
    cause: { sr: 'један API кључ је потрошио дневну меру', en: 'one API key has used its daily budget' },
    command: 'kasirbox keys list',
  },
  'safe-mode': {
    symptom: { sr: 'Рачуни се издају, а не штампају', en: 'Receipts are issued and not printed' },
    cause: { sr: 'уређај је три пута пао за десет минута', en: 'the box crashed three times in ten minutes' },
    command: 'kasirbox safe-mode leave',
  },
  restarts: {
    symptom: { sr: 'Уређај се сам поново покреће', en: 'The box restarts by itself' },
    cause: { sr: 'пад, струја, прегревање или меморија', en: 'a crash, power, heat or memory' },
    command: 'journalctl -u kasirbox',
  },
  update: {
    symptom: { sr: 'После надоградње ради стара верзија', en: 'The old version runs after an update' },
    cause: { sr: 'нова верзија није радила како треба', en: 'the new version was not well' },
    command: 'kasirbox update status',
  },
  card: {
    symptom: { sr: 'Рачуни се не издају; квар card', en: 'No receipts; failure card' },
    cause: {
      sr: 'картица недостаје, чека ПИН, или је закључана',
      en: 'the card is missing, waits for its PIN, or is blocked',
    },
    command: 'kasirbox card info',
  },
  pfr: {
    symptom: { sr: 'Рачуни се не издају; квар pfr', en: 'No receipts; failure pfr' },
    cause: { sr: 'процесор није доступан, или није спреман', en: 'the processor cannot be reached, or is not ready' },
    command: 'kasirbox pfr status',
  },
  'pfr-certificate': {
    symptom: { sr: 'Рачуни се не издају; квар pfr-certificate', en: 'No receipts; failure pfr-certificate' },
    cause: {
      sr: 'сертификат за В-ПФР недостаје или је истекао',
      en: 'the certificate for the V-PFR is missing or has ended',
    },
    command: 'kasirbox certificate install FILE --environment E',
  },
  rates: {
    symptom: { sr: 'Упозорење rates', en: 'Warning rates' },
    cause: { sr: 'процесор одавно није послао пореске стопе', en: 'the processor has sent no tax rates for long' },
    command: 'kasirbox pfr status',
  },
  settling: {
    symptom: { sr: 'Један рачун нема познат исход', en: 'One receipt has no known outcome' },
    cause: { sr: 'веза је прекинута у току издавања', en: 'the connection broke while it was issued' },
    command: 'kasirbox pfr settle',
  },
  'sold-twice': {
    symptom: { sr: 'Можда су издата два рачуна за исту робу', en: 'Perhaps two receipts for the same goods' },
    cause: { sr: 'поновљена продаја после изгубљеног одговора', en: 'a sale was repeated after a lost answer' },
    command: 'kasirbox pfr settle',
  },
  'lost-answers': {
    symptom: { sr: 'Продаја чека исход', en: 'A sale waits for its outcome' },
    cause: { sr: 'одговор процесора је изгубљен', en: 'an answer of the processor was lost' },
    command: 'kasirbox pfr settle',
  },
  numbers: {
    symptom: { sr: 'Недостају редни бројеви рачуна', en: 'Numbers of receipts are missing' },
    cause: {
      sr: 'уређај је враћен из копије, или друга каса користи картицу',
      en: 'the box was restored, or another till uses the card',
    },
    command: 'kasirbox pfr status',
  },
  'pfr-test': {
    symptom: { sr: 'Упозорење pfr-test', en: 'Warning pfr-test' },
    cause: { sr: 'процесор још није испробан', en: 'the processor was not tested yet' },
    command: 'kasirbox pfr test',
  },
  'pfr-transport': {
    symptom: { sr: 'Упозорење pfr-transport', en: 'Warning pfr-transport' },
    cause: { sr: 'веза са процесором није заштићена', en: 'the connection with the processor is not protected' },
    command: 'kasirbox settings show',
  },
  labels: {
    symptom: { sr: 'Рачуни се не издају; квар labels', en: 'No receipts; failure labels' },
    cause: { sr: 'ниједна пореска ознака није активна', en: 'no tax label is active' },
    command: 'kasirbox settings set taxLabels',
  },
  company: {
    symptom: { sr: 'Упозорење company', en: 'Warning company' },
    cause: {
      sr: 'подаци о продавцу нису унети, или ПИБ није исправан',
      en: 'the company is not set, or its TIN is wrong',
    },
    command: 'kasirbox settings set company -',
  },
  approval: {
    symptom: { sr: 'Упозорење approval', en: 'Warning approval' },
    cause: {
      sr: 'верзија програма је промењена, а није потврђено да одобрење важи за њу',
      en: 'the version of the program has changed, and the approval is not confirmed for it',
    },
    command: 'kasirbox esir accept NUMBER',
  },
  'first-boot': {
    symptom: { sr: 'Уређај не узима податке из kasirbox.toml', en: 'The box does not take kasirbox.toml' },
    cause: { sr: 'датотека на картици има грешку', en: 'the file on the card has a mistake' },
    command: 'kasirbox board show',
  },
  keys: {
    symptom: { sr: 'Таблет или програм добија 401', en: 'A tablet or program gets 401' },
    cause: { sr: 'нема API кључа', en: 'there is no API key' },
    command: 'kasirbox keys create --label NAME',
  },
  power: {
    symptom: { sr: 'Уређај се гаси у току рада', en: 'The box goes off while it works' },
    cause: { sr: 'напајање је слабо', en: 'the power supply is weak' },
    command: 'journalctl -k',
  },
  temperature: {
    symptom: { sr: 'Уређај је спор и врео', en: 'The box is slow and hot' },
    cause: { sr: 'прегревање', en: 'it is too hot' },
    command: 'kasirbox doctor',
  },
  printer: {
    symptom: { sr: 'Рачун је издат, а папира нема', en: 'A receipt is issued and no paper comes' },
    cause: {
      sr: 'штампач је искључен, отворен, без папира, или на другој адреси',
      en: 'the printer is off, open, out of paper, or at another address',
    },
    command: 'kasirbox print printers',
  },
  paper: {
    symptom: { sr: 'Није сигурно да ли је папир изашао', en: 'It is not certain whether the paper came out' },
    cause: { sr: 'веза са штампачем је прекинута', en: 'the connection with the printer broke' },
    command: 'kasirbox print jobs',
  },
  program: {
    symptom: { sr: 'Папир или PDF не ради', en: 'Paper or PDF does not work' },
    cause: { sr: 'недостају датотеке програма', en: 'files of the program are missing' },
    command: 'scripts/install',
  },
  certificate: {
    symptom: { sr: 'Таблет не верује уређају', en: 'A tablet does not trust the box' },
    cause: { sr: 'сертификат уређаја истиче', en: 'the certificate of the box ends' },
    command: 'kasirbox certificate renew-ca',
  },
  authority: {
    symptom: { sr: 'Упозорење authority', en: 'Warning authority' },
    cause: { sr: 'издавалац сертификата уређаја истиче', en: 'the authority of the box ends' },
    command: 'kasirbox certificate renew-ca',
  },
  backup: {
    symptom: { sr: 'Упозорење backup', en: 'Warning backup' },
    cause: { sr: 'нема копије, или нема USB меморије', en: 'there is no backup, or no stick' },
    command: 'kasirbox backup FILE',
  },
  records: {
    symptom: { sr: 'Квар records', en: 'Failure records' },
    cause: { sr: 'неки записи не могу да се прочитају', en: 'some records cannot be read' },
    command: 'kasirbox ledger repair',
  },
  queue: {
    symptom: { sr: 'Продаја се не завршава; купац има листић', en: 'A sale does not end; the buyer has a slip' },
    cause: {
      sr: 'процесор није доступан, захтев је одбијен, или је продато без рачуна',
      en: 'no processor, a refused request, or a sale without a receipt',
    },
    command: 'kasirbox queue list',
  },
  clock: {
    symptom: { sr: 'Време на уређају није тачно', en: 'The time of the box is wrong' },
    cause: {
      sr: 'нема интернета, или је батерија сата празна',
      en: 'no Internet, or the battery of the clock is empty',
    },
    command: 'timedatectl set-time',
  },
  'receipt-times': {
    symptom: { sr: 'Време на рачуну није време продаје', en: 'The time on a receipt is not that of its sale' },
    cause: {
      sr: 'сат уређаја или сат процесора није тачан',
      en: 'the clock of the box or that of the processor is wrong',
    },
    command: 'timedatectl timesync-status',
  },
  'key-refunds': {
    symptom: { sr: 'Упозорење key-refunds', en: 'Warning key-refunds' },
    cause: { sr: 'кључем је издато необично много рефундација', en: 'a key made unusually many refunds' },
    command: 'kasirbox keys list',
  },
  'key-address': {
    symptom: { sr: 'Упозорење key-address', en: 'Warning key-address' },
    cause: { sr: 'кључ се користи са нове адресе', en: 'a key is used from a new address' },
    command: 'kasirbox keys list',
  },
  secrets: {
    symptom: { sr: 'Е-пошта или процесор траже лозинку поново', en: 'Mail or processor ask for a password again' },
    cause: { sr: 'тајне се не могу прочитати', en: 'secrets cannot be read' },
    command: 'kasirbox settings show',
  },
  notify: {
    symptom: { sr: 'Власник не добија поруке', en: 'The owner gets no messages' },
    cause: { sr: 'подешавање notify није тачно', en: 'the setting notify is wrong' },
    command: 'kasirbox notify test',
  },
  mail: {
    symptom: { sr: 'Купац не добија рачун е-поштом', en: 'A buyer gets no receipt by e-mail' },
    cause: { sr: 'подешавање mail није тачно', en: 'the setting mail is wrong' },
    command: 'kasirbox mail test ADDRESS',
  },
  webhooks: {
    symptom: { sr: 'Други програм не добија догађаје', en: 'Another program gets no events' },
    cause: { sr: 'подешавање webhooks није тачно', en: 'the setting webhooks is wrong' },
    command: 'kasirbox webhooks test NAME',
  },
  stream: {
    symptom: { sr: 'Власник не види овај уређај', en: 'The owner does not see this box' },
    cause: { sr: 'сервер власника није доступан', en: "the owner's server cannot be reached" },
    command: 'kasirbox doctor',
  },
  group: {
    symptom: { sr: 'Нове цене нису стигле', en: 'New prices have not come' },
    cause: { sr: 'верзија има грешку, или чека одлуку', en: 'the version has a fault, or waits for a decision' },
    command: 'kasirbox group show',
  },
  snapshot: {
    symptom: { sr: 'Покретање траје дуго', en: 'A start takes long' },
    cause: { sr: 'прегледи дневника нису снимљени', en: 'the views of the ledger were not saved' },
    command: 'journalctl -u kasirbox',
  },
  memory: {
    symptom: { sr: 'Уређај је спор', en: 'The box is slow' },
    cause: { sr: 'понестаје меморије', en: 'memory runs short' },
    command: 'journalctl -u kasirbox',
  },
  loop: {
    symptom: { sr: 'Каса касни', en: 'The till is late' },
    cause: { sr: 'процесор уређаја је преоптерећен', en: 'the board is overloaded' },
    command: 'uptime',
  },
};

const HEADS = {
  sr: { title: 'Симптом, узрок, шта учинити', columns: ['Провера', 'Симптом', 'Узрок', 'Почните са'] },
  en: { title: 'Symptom, cause, what to do', columns: ['Check', 'Symptom', 'Cause', 'Begin with'] },
} as const;

/** The chapter of the technician's guide in one language, as a table in the order of repair. */
export function guideChapter(language: 'sr' | 'en'): string {
  const { title, columns } = HEADS[language];
  const rows = CHECK_NAMES.map((name) => {
    const { symptom, cause, command } = GUIDE[name];
    return [`\`${name}\``, symptom[language], cause[language], `\`${command.replaceAll('|', '\\|')}\``];
  });
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `## ${title}\n\n${lines.join('\n')}\n`;
}
