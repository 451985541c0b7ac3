import type { Refusals } from './refusals.js';

/** Refusals about keys, users, tablets, sessions and backups. */
export const PEOPLE: Refusals = {
  'The label must be 1 to {most} printable characters.': 'Назив мора имати од 1 до {most} видљивих знакова.',
  'The key could not be stored ({code}). Run: kasirbox doctor': 'Кључ није сачуван. Погледајте Стање.',
  'Key {id} ({label}) was revoked on {time}; there is nothing to accept.':
    'Кључ {id} ({label}) је опозван {time}; нема шта да се прихвати.',
  'It could not be recorded ({code}). Run: kasirbox doctor': 'То није записано. Погледајте Стање.',
  'The key could not be revoked ({code}). Run: kasirbox doctor': 'Кључ није опозван. Погледајте Стање.',
  'There is no key {id}. See: kasirbox keys list': 'Нема кључа {id}. Учитајте страницу поново.',
  'A box lets in at most {most} tablets. Remove one first.':
    'Продаја може бити дозвољена на највише {most} таблета. Прво уклоните један.',
  'The tablet could not be stored ({code}). Run: kasirbox doctor': 'Таблет није сачуван. Погледајте Стање.',
  'There is a tablet "{label}" already.': 'Таблет „{label}” већ постоји. Дајте му други назив.',
  'There is no tablet {id}.': 'Нема таблета {id}.',
  'The tablet could not be removed ({code}). Run: kasirbox doctor': 'Таблет није уклоњен. Погледајте Стање.',
  '{name} is the only owner. First create another one.': '{name} је једини власник. Прво направите другог.',
  'The name must be 1 to {most} printable characters.': 'Име мора имати од 1 до {most} видљивих знакова.',
  'The name "{name}" stands for a program on receipts; choose another.':
    'Име „{name}” на рачуну означава програм; изаберите друго.',
  'There is a user "{name}" already.': 'Корисник „{name}” већ постоји.',
  'A box has at most {most} users.': 'Уређај има највише {most} корисника.',
  'Too many are signing in at once. Try again in a moment.':
    'Превише њих се пријављује одједном. Покушајте поново за који тренутак.',
  'Whoever asked for this has gone, or is not signed in any more.': 'Ко је ово тражио више није пријављен.',
  'You are not signed in any more.': 'Више нисте пријављени.',
  'The PIN must be 4 to 8 digits.': 'ПИН мора имати од 4 до 8 цифара.',
  'The password must be {least} to {most} characters.': 'Лозинка мора имати од {least} до {most} знакова.',
  'The password must not be the name.': 'Лозинка не сме бити име.',
  'Only an owner has a recovery code.': 'Само власник има код за заборављену лозинку.',
  'There is no user {id}. See: kasirbox users list': 'Нема корисника {id}. Учитајте страницу поново.',
  'It could not be stored ({code}). Run: kasirbox doctor': 'То није сачувано. Погледајте Стање.',
  'The box has a code for its backups already. On the box itself: kasirbox backup code':
    'Уређај већ има код за резервне копије. На самом уређају: kasirbox backup code',
  'This is not the code as it was shown. Look at each group again.':
    'То није код који је приказан. Погледајте поново сваку групу.',
  'The code could not be stored ({code}). Run: kasirbox doctor': 'Код није сачуван. Погледајте Стање.',
  'No folder for backups is set. Run: {command}': 'Резервне копије су искључене. Укључите их у подешавањима.',
  'Nobody is signed in here, or not any more.': 'Овде нико није пријављен, или више није.',
  'The request lacks the token of its session.': 'Захтеву недостаје ознака пријаве. Учитајте страницу поново.',
  'Your role does not permit this.': 'Ваша улога то не дозвољава.',
  'You are not allowed to do this: it needs the permission "{permission}".':
    'Ово вам није дозвољено: потребно је овлашћење „{permission}”.',
  'The name and the password do not belong together.': 'Име и лозинка не иду заједно.',
  'Somebody owns this box already.': 'Овај уређај већ има власника.',
  'Too many attempts; wait, then try again.': 'Превише покушаја; сачекајте, па покушајте поново.',
  'Too many receipts were looked up; ask the owner, or wait.':
    'Тражено је превише рачуна; обратите се власнику, или сачекајте.',
  'Too many requests': 'Превише захтева',
  'You have written as much to the flash of the box today as one may (setting flashBudget); it goes on after midnight.':
    'Данас сте у меморију уређаја уписали колико један корисник сме (подешавање flashBudget); даље може после поноћи.',
  'Too many pages listen already.': 'Превише страница већ прати стање.',
  'Another file is being read; try again in a moment': 'Чита се друга датотека; покушајте поново за који тренутак',
  'This request does not come from a page of this box, called by one of its names.':
    'Овај захтев није послала страница овог уређаја, отворена под једним од његових имена.',
};
