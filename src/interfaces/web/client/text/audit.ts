import type { OperationName } from '../../../admin/index.js';
import type { OperationId } from '../../../api/index.js';
import type { Bilingual } from '../../../../base/index.js';
import type { Texts } from './texts.js';

export const AUDIT = {
  title: { sr: 'Дневник измена', en: 'Audit trail' },
  hint: { sr: 'Ко је шта и када променио', en: 'Who changed what, and when' },
  explained: {
    sr: 'Све што је неко променио на страницама уређаја, и који су рачуни послати е-поштом. Ништа се одавде не може обрисати.',
    en: 'Everything users changed on the pages of the box, and every receipt sent by e-mail. Nothing here can be deleted.',
  },
  person: { sr: 'Особа', en: 'Person' },
  show: { sr: 'Прикажи', en: 'Show' },
  list: { sr: 'Измене', en: 'Changes' },
  more: { sr: 'Још', en: 'More' },
  searching: { sr: 'Тражим међу старијим записима…', en: 'Searching older records…' },
  noneAtAll: { sr: 'Још ништа није промењено.', en: 'Nothing has been changed yet.' },
  none: { sr: 'Нема таквих измена.', en: 'No changes match.' },
  noneYet: { sr: 'Међу прегледаним записима још нема таквих.', en: 'No matches in the records searched so far.' },
  refused: { sr: 'одбијено', en: 'refused' },
  key: { sr: 'API кључ: {label}', en: 'API key: {label}' },
  unknownKey: { sr: 'непознат API кључ', en: 'unknown API key' },
} satisfies Texts;

/** Actions of pages that are not operations. */
type PageDeed = 'users.claim' | 'users.recover' | 'sessions.end' | 'tablets.admit' | 'receipt.find' | 'invoice.email';

/** Actions that the box does automatically, as the owner of its group has configured. */
type GroupDeed = 'group.catalogue' | 'group.settings' | 'group.replaced';

/** Actions of an owner on the command line while the box is off. */
type RepairDeed = 'ledger.repair' | 'ledger.lost';

/** Texts of actions, by the name of the operation, including those of the API. */
export const AUDIT_DEEDS = {
  'keys.create': { sr: 'Нов API кључ', en: 'New API key' },
  'keys.revoke': { sr: 'Опозив API кључа', en: 'Revoking an API key' },
  'keys.accept': { sr: 'Прихватање адресе API кључа', en: 'Accepting a new address of an API key' },
  'users.create': { sr: 'Нов корисник', en: 'New user' },
  'users.password': { sr: 'Нова лозинка или ПИН', en: 'New password or PIN' },
  'users.recovery-code': { sr: 'Нови код за заборављену лозинку', en: 'New password recovery code' },
  'users.remove': { sr: 'Уклањање корисника', en: 'Removing a user' },
  'users.claim': { sr: 'Преузимање уређаја', en: 'Claiming the box' },
  'users.recover': { sr: 'Повратак приступа кодом', en: 'Regaining access with a recovery code' },
  'sessions.end': { sr: 'Прекид пријаве', en: 'Ending a session' },
  'tablets.admit': { sr: 'Дозвола продаје на таблету', en: 'Allowing a tablet to sell' },
  'tablets.remove': { sr: 'Уклањање таблета', en: 'Removing a tablet' },
  'settings.set': { sr: 'Измена подешавања', en: 'Changing a setting' },
  'certificate.install': { sr: 'Инсталирање сертификата', en: 'Installing a certificate' },
  'certificate.upload': { sr: 'Инсталирање сертификата са странице', en: 'Installing a certificate from a page' },
  'certificate.remove': { sr: 'Уклањање сертификата', en: 'Removing a certificate' },
  'certificate.trust': { sr: 'Измена издавалаца сертификата', en: 'Changing certificate authorities' },
  'certificate.renew-ca': { sr: 'Нови сертификат уређаја', en: 'New certificate for the box' },
  'pfr.pin': { sr: 'Унос ПИН-а картице', en: 'Entering the card PIN' },
  'pfr.test': { sr: 'Проба процесора', en: 'Testing the processor' },
  'pfr.settle': { sr: 'Одлука о рачуну непознатог исхода', en: 'Deciding on a receipt with an unknown outcome' },
  'print.add': { sr: 'Нов штампач', en: 'New printer' },
  'print.test': { sr: 'Пробна штампа', en: 'Test slip' },
  'print.ticket': { sr: 'Штампа листића са адресом', en: 'Printing the ticket with the address' },
  'print.again': { sr: 'Поновна штампа рачуна', en: 'Reprinting a receipt' },
  printInvoice: { sr: 'Штампа рачуна', en: 'Printing a receipt' },
  'print.cancel': { sr: 'Опозив штампе', en: 'Cancelling a print job' },
  'print.logo': { sr: 'Измена логотипа', en: 'Changing the logo' },
  'print.drawer': { sr: 'Отварање фиоке', en: 'Opening the cash drawer' },
  'card.pin': { sr: 'Унос ПИН-а картице у читачу уређаја', en: 'Entering the PIN of the card in the box' },
  'card.accept': { sr: 'Потврда да је картица ове радње', en: 'Confirming that a card belongs to this shop' },
  'esir.accept': { sr: 'Потврда да одобрење важи за верзију', en: 'Confirming that the approval covers a version' },
  'mail.test': { sr: 'Пробна е-порука', en: 'Test e-mail' },
  'notify.test': { sr: 'Пробно обавештење власнику', en: 'Test message to the owner' },
  'webhooks.test': { sr: 'Проба слања догађаја другом програму', en: 'Testing a webhook' },
  'queue.remove': { sr: 'Уклањање из реда чекања', en: 'Removing a request from the queue' },
  'queue.settle': { sr: 'Решавање продаје без рачуна', en: 'Resolving a sale without a receipt' },
  'queue.issue': { sr: 'Враћање продаје у ред чекања', en: 'Returning a sale to the queue' },
  removeQueued: { sr: 'Уклањање рачуна из реда чекања', en: 'Removing a receipt from the queue' },
  'receipt.find': { sr: 'Отварање туђег рачуна по броју', en: 'Opening another cashier’s receipt by its number' },
  createItem: { sr: 'Нов артикал', en: 'New item' },
  replaceItem: { sr: 'Измена артикла', en: 'Changing an item' },
  updateItem: { sr: 'Измена података артикла', en: 'Changing an item’s data' },
  deactivateItem: { sr: 'Повлачење артикла', en: 'Withdrawing an item' },
  'items.import': { sr: 'Увоз артикала', en: 'Importing items' },
  'group.catalogue': { sr: 'Преузета листа артикала групе', en: 'Group price list applied' },
  'group.settings': { sr: 'Преузета подешавања групе', en: 'Group settings applied' },
  'group.replaced': { sr: 'Група је заменила измене са уређаја', en: 'Changes made on the box replaced by the group' },
  'group.decide': { sr: 'Одлука о понуди групе', en: 'Deciding on an offer from the group' },
  'backup.set-code': { sr: 'Код за резервне копије', en: 'Backup code' },
  'service.restart': { sr: 'Поновно покретање уређаја', en: 'Restarting the box' },
  'update.install': { sr: 'Надоградња уређаја', en: 'Updating the box' },
  'update.acknowledge': { sr: 'Потврда исхода надоградње', en: 'Acknowledging the result of an update' },
  'safe-mode.leave': { sr: 'Излазак из безбедног режима', en: 'Leaving safe mode' },
  'invoice.email': { sr: 'Слање рачуна е-поштом', en: 'Sending a receipt by e-mail' },
  'ledger.repair': { sr: 'Поправка оштећеног дневника', en: 'Repairing the damaged ledger' },
  'ledger.lost': { sr: 'Рачун изгубљен из дневника', en: 'Receipt lost from the ledger' },
} satisfies Partial<Record<OperationName | OperationId | PageDeed | GroupDeed | RepairDeed, Bilingual>>;
