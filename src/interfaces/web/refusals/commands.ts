import { NO_PRINTER } from '../../../paper/printing/index.js';
import type { Refusals } from './refusals.js';

/** Serbian texts for commands, where the text of the pages refers to a page, which a terminal does not have. */
export const COMMANDS: Refusals = {
  'There is no user "{name}". See: kasirbox users list': 'Нема корисника „{name}”. Погледајте: kasirbox users list',
  'The running service does not know this command; are the versions the same?':
    'Покренути сервис не познаје ову команду; да ли су верзије исте?',
  'The setting could not be stored ({code}). Run: kasirbox doctor':
    'Подешавање није сачувано ({code}). Покрените: kasirbox doctor',
  'This could not be stored ({code}). Run: kasirbox doctor': 'Ово није сачувано ({code}). Покрените: kasirbox doctor',
  'There is no approval. Set its number: kasirbox settings set esir -':
    'Одобрење није унето. Унесите његов број: kasirbox settings set esir -',
  [NO_PRINTER.en]: NO_PRINTER.sr,
  'No cash drawer is set at this printer: see the member drawer of the setting printers.':
    'За овај штампач није подешена фиока: погледајте члан drawer подешавања printers.',
  'There is no print job {id}. See: kasirbox print jobs --all':
    'Нема посла штампе {id}. Погледајте: kasirbox print jobs --all',
  'Job {id} has begun to print and cannot be called back. Mend the printer (kasirbox print printers says what it needs), or take it out of the settings: kasirbox settings set printers':
    'Посао {id} је почео да се штампа и не може да се опозове. Оспособите штампач (kasirbox print printers каже шта му треба), или га уклоните из подешавања: kasirbox settings set printers',
  'Job {id} has ended. See: kasirbox print jobs --all': 'Посао {id} је завршен. Погледајте: kasirbox print jobs --all',
  'No mail server is set. Run: kasirbox settings set mail -':
    'Сервер за пошту није подешен. Покрените: kasirbox settings set mail -',
  ...{
    'record {number}': 'запис {number}',
    'records {first} to {last}': 'записи {first} до {last}',
    'record {number} is not the one that the saved views were made from':
      'запис {number} није онај од кога су направљени снимљени прегледи',
    'record {number} ({type}) in segment {segment} at {offset}: its content cannot be read':
      'запис {number} ({type}) у сегменту {segment}, на месту {offset}: садржај не може да се прочита',
    '{folder} holds no segment, but the box has written there':
      'у {folder} нема ниједног сегмента, а уређај је ту уписивао',
    'segment {segment} is of another box': 'сегмент {segment} је са другог уређаја',
    'the header of segment {segment} cannot be read': 'заглавље сегмента {segment} не може да се прочита',
    '{!records} missing at the end of the log: the saved views were made from them':
      'на крају дневника недостаје: {records}; по снимљеним прегледима је то постојало',
    '{!records} missing at the end of the log: the service has acknowledged them':
      'на крају дневника недостаје: {records}; сервис је то потврдио',
    '{!records} missing in segment {segment} at {offset}':
      'у сегменту {segment}, од места {offset}, недостаје: {records}',
    '{!records} written by a later release of the box in segment {segment} at {offset}':
      'уписало новије издање уређаја, у сегменту {segment}, на месту {offset}: {records}',
    'segment {segment} cannot be read at {offset}, behind record {number}: whether it held records is not known':
      'сегмент {segment} не може да се прочита на месту {offset}, иза записа {number}: не зна се да ли је ту било записа',
  },
  ...{
    'item {number}: {!fault}': 'артикал {number}: {fault}',
    'and {count} more': 'и још {count}',
    'it could not be stored ({code})': 'није сачувано ({code})',
    'it has a wrong form': 'облик није исправан',
    'at is a time that does not exist': 'at је време које не постоји',
    'it is no text, packed by deflate, of at most {most} bytes':
      'није текст од највише {most} бајтова, спакован поступком deflate',
    '{file} is damaged.': '{file} је оштећен.',
  },
  'The service does not run, and nobody else remembers the PIN. Start it: {command}':
    'Сервис не ради, па нема ко да запамти ПИН. Покрените га: {command}',
  'The start was broken off: {reason}': 'Покретање је прекинуто: {reason}',
  'Cannot listen on {place}: another program uses this port. See which one (ss -ltnp) and end it, or choose another port: --listen HOST:PORT':
    'Не може да се слуша на {place}: тај порт користи други програм. Погледајте који (ss -ltnp) и завршите га, или изаберите други порт: --listen HOST:PORT',
  'Cannot listen on {place}: this user may not use the port. Choose one from 1024 on: --listen HOST:PORT':
    'Не може да се слуша на {place}: овај корисник не сме да користи тај порт. Изаберите порт од 1024 навише: --listen HOST:PORT',
  'Cannot listen on {place} ({code}). Choose an address of this machine (ip address): --listen HOST:PORT':
    'Не може да се слуша на {place} ({code}). Изаберите адресу ове машине (ip address): --listen HOST:PORT',
  'No service runs on this folder, so there is no address to tell. Run: {command}':
    'На овој фасцикли не ради сервис, па нема адресе која би се одштампала. Покрените: {command}',
  // The error code of the system is shown only in a terminal.
  'The key could not be stored ({code}). Run: kasirbox doctor':
    'Кључ није сачуван ({code}). Покрените: kasirbox doctor',
  'It could not be recorded ({code}). Run: kasirbox doctor': 'То није записано ({code}). Покрените: kasirbox doctor',
  'The key could not be revoked ({code}). Run: kasirbox doctor':
    'Кључ није опозван ({code}). Покрените: kasirbox doctor',
  'The tablet could not be stored ({code}). Run: kasirbox doctor':
    'Таблет није сачуван ({code}). Покрените: kasirbox doctor',
  'The tablet could not be removed ({code}). Run: kasirbox doctor':
    'Таблет није уклоњен ({code}). Покрените: kasirbox doctor',
  'It could not be stored ({code}). Run: kasirbox doctor': 'То није сачувано ({code}). Покрените: kasirbox doctor',
  'The code could not be stored ({code}). Run: kasirbox doctor':
    'Код није сачуван ({code}). Покрените: kasirbox doctor',
  'The certificate could not be stored ({code}). Run: kasirbox doctor':
    'Сертификат није сачуван ({code}). Покрените: kasirbox doctor',
  'This is no update for this box, or it is damaged ({reason}).':
    'Ово није надоградња за овај уређај, или је оштећена ({reason}).',
  'The backup before the update failed ({reason}). Nothing was installed.':
    'Резервна копија пре надоградње није успела ({reason}). Ништа није инсталирано.',
  'The update could not be installed ({reason}). The box goes on as before.':
    'Надоградња није инсталирана ({reason}). Уређај ради као и пре.',
  'The update could not be stored ({code}). Run: kasirbox doctor':
    'Надоградња није сачувана ({code}). Покрените: kasirbox doctor',
  'The server of the update cannot be reached ({reason}).': 'Сервер надоградње није доступан ({reason}).',
  'The server of the update could not prove who it is ({reason}).':
    'Сервер надоградње није доказао свој идентитет ({reason}).',
  'The removal could not be stored ({code}). Run: kasirbox doctor':
    'Уклањање није сачувано ({code}). Покрените: kasirbox doctor',
  'The items could not be stored ({code}). Run: kasirbox doctor':
    'Артикли нису сачувани ({code}). Покрените: kasirbox doctor',
};
