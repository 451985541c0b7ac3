import type { Refusals } from './refusals.js';

/** Refusals about items and files of items. */
export const ITEMS: Refusals = {
  'The items could not be stored ({code}). Run: kasirbox doctor': 'Артикли нису сачувани. Погледајте Стање.',
  'plu "{plu}" stands in line {line} too.': 'PLU „{plu}” стоји и у реду {line}.',
  'a row without a plu needs a name.': 'ред без PLU мора имати назив.',
  '{rows} rows and {items} items have this name and no plu: which is which?':
    '{rows} редова и {items} артикала има овај назив а нема PLU: не зна се који је који.',
  'this is too much for one import: split the file before this line.':
    'ово је превише за један увоз: поделите датотеку пре овог реда.',
  'plu "{plu}" is used by item {id} ({name}).': 'PLU „{plu}” већ има артикал {id} ({name}).',
  'label "{label}" is not an active tax label. Allowed: {labels}.':
    'ознака „{label}” није активна пореска ознака. Дозвољене: {labels}.',
  'label "{label}" is not an active tax label. It is a Latin letter: send the Cyrillic "{meant}". Allowed: {labels}.':
    'ознака „{label}” није активна пореска ознака. То је латинично слово: унесите ћирилично „{meant}”. Дозвољене: {labels}.',
  'the catalogue has {most} active items, as many as it can have. {advice}':
    'у каталогу је {most} активних артикала, колико највише може бити. Искључите оне који се више не продају.',
  'the catalogue has {most} items with the inactive ones, as many as it can hold. {advice}':
    'у каталогу је {most} артикала са неактивним, колико највише може бити. Измените неки који се више не продаје.',
  'name holds "{sentence}", which only the processor may write on a receipt: remove these words.':
    'назив садржи „{sentence}”, што на рачуну сме да напише само процесор: уклоните те речи.',
  '{field} is required.': '{field} је обавезно.',
  '{field} must be {types}.': '{field} мора бити врсте {types}.',
  '{field} may have at most {most} characters.': '{field} може имати највише {most} знакова.',
  '{field} must be {least} or more.': '{field} мора бити најмање {least}.',
  '{field} must be more than {least}.': '{field} мора бити више од {least}.',
  '{field} must be at most {most}.': '{field} мора бити највише {most}.',
  '{field} must have at least {least} entries.': '{field} мора имати бар {least} ставки.',
  '{field} may have at most {most} entries.': '{field} може имати највише {most} ставки.',
  '{field} must be one of {values}.': '{field} мора бити једно од: {values}.',
  '{field} must be 8 to 14 digits.': '{field} мора имати од 8 до 14 цифара.',
  '{field} must not be blank.': '{field} не сме бити празно.',
  '{field} holds a control character or half a character.': '{field} има контролни знак или половину знака.',
  '{field} is a larger number than can be read.': '{field} је већи број него што се може прочитати.',
  '{field} has more than four accents on one letter.': '{field} има више од четири акцента на једном слову.',
  '{field} has a wrong form.': '{field} нема исправан облик.',
  'price {price} can be read in two ways: write it with two decimals, as 1234,00 or 1,23.':
    'цена {price} може да се прочита на два начина: пишите је са две децимале, као 1234,00 или 1,23.',
  'price {price} is not an amount such as 1234,50 or 1.234,50.': 'цена {price} није износ као 1234,50 или 1.234,50.',
  'active {cell} is neither {yes} nor {no}.': 'активан {cell} није ни {yes} ни {no}.',
  '{field} {cell} was shortened by the spreadsheet, its digits are lost: format the column as text, enter it again.':
    '{field} {cell} је скратила табела и цифре су изгубљене: обликујте колону као текст и унесите поново.',
  'gtin "{cell}" must be 8 to 14 digits. A spreadsheet drops zeros in front: format the column as text, enter it again.':
    'GTIN „{cell}” мора имати од 8 до 14 цифара. Табела брише нуле на почетку: обликујте колону као текст и унесите поново.',
  'there is no column {column}. Known are: {known}.': 'колона {column} није позната. Познате су: {known}.',
  'the column {column} stands there twice.': 'колона {column} стоји два пута.',
  'without a column plu or {name} nobody can tell which items are meant. Known are: {known}.':
    'без колоне plu или {name} не зна се који су артикли у питању. Познате су: {known}.',
  'the file is empty: its first line must name the columns.': 'датотека је празна: њен први ред мора навести колоне.',
  'the file has more than {most} rows: so many go into one import.':
    'датотека има више од {most} редова: толико стаје у један увоз.',
  'the file is not {encoding}: save it as "CSV UTF-8"': 'датотека није {encoding}: сачувајте је као „CSV UTF-8”',
  'the file is not {encoding}: save it as "CSV UTF-8"{advice}':
    'датотека није {encoding}: изаберите њен кодни распоред, на пример WINDOWS-1251, или је сачувајте као „CSV UTF-8”',
  'column {column} has no heading, and here {cell} stands in it.':
    'колона {column} нема наслов, а овде у њој стоји {cell}.',
  'the row has {cells} cells, the first line {columns}.': 'ред има {cells} поља, а први ред {columns}.',
  'the row has {cells} cells, the first line {columns}. A cell that holds the separator must stand in quotation marks.':
    'ред има {cells} поља, а први ред {columns}. Поље са раздвојником мора стајати под наводницима.',
  'The record that begins here has more than {most} cells. Nothing from here on was read.':
    'Ред који овде почиње има више од {most} поља. Одавде надаље ништа није прочитано.',
  'A cell that begins here has more than {most} characters; a quotation mark may be missing. Nothing from here on was read.':
    'Поље које овде почиње има више од {most} знакова; можда недостаје наводник. Одавде надаље ништа није прочитано.',
  'A quotation mark opens a cell here and is never closed. Nothing from here on was read.':
    'Наводник овде отвара поље и никад се не затвара. Одавде надаље ништа није прочитано.',
  'Text follows the closing quotation mark of a cell that opens here; inside a cell each one is written twice (""). Nothing from here on was read.':
    'Иза наводника који затвара поље овде следи текст; у пољу се сваки наводник пише два пута (""). Одавде надаље ништа није прочитано.',
};
