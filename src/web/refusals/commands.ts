import { NO_PRINTER } from '../../printing/index.js';
import type { Refusals } from './refusals.js';

/** What a command says in Serbian where the pages would name a place of their own, which a terminal does not have. */
export const COMMANDS: Refusals = {
  'The running service does not know this command; are the versions the same?':
    'Покренути сервис не познаје ову команду; да ли су верзије исте?',
  'The setting could not be stored ({code}). Run: kasirbox doctor':
    'Подешавање није сачувано ({code}). Покрените: kasirbox doctor',
  'This could not be stored ({code}). Run: kasirbox doctor': 'Ово није сачувано ({code}). Покрените: kasirbox doctor',
  [NO_PRINTER.en]: NO_PRINTER.sr,
  'No cash drawer is set at this printer: see the member drawer of the setting printers.':
    'За овај штампач није подешена фиока: погледајте члан drawer подешавања printers.',
  'There is no print job {id}. See: kasirbox print jobs --all':
    'Нема посла штампе {id}. Погледајте: kasirbox print jobs --all',
  'Job {id} has begun to print and cannot be called back. Mend the printer (kasirbox print printers says what it needs), or take it out of the settings: kasirbox settings set printers':
    'Посао {id} је почео да се штампа и не може да се опозове. Оспособите штампач (kasirbox print printers каже шта му треба), или га уклоните из подешавања: kasirbox settings set printers',
  'Job {id} has ended. See: kasirbox print jobs --all': 'Посао {id} је завршен. Погледајте: kasirbox print jobs --all',
  'No service runs on this folder, so there is no address to tell. Run: kasirbox serve':
    'На овој фасцикли не ради сервис, па нема адресе која би се одштампала. Покрените: kasirbox serve',
};
