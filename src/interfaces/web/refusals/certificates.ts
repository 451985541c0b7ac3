import type { Refusals } from './refusals.js';

/** Refusals about certificates. */
export const CERTIFICATES: Refusals = {
  'That is no certificate with its key. Give the file as it was sent.':
    'То није сертификат са својим кључем. Дајте датотеку како је послата.',
  '{!fault} Until then nothing is installed, so nobody can say that this is not the same.':
    '{fault} До тада се ништа не инсталира, јер се не зна да ово није исти сертификат.',
  'A receipt whose end is not known needs this certificate. First run: kasirbox pfr settle':
    'Овај сертификат треба рачуну чији исход није познат. Прво одлучите о њему на страници Стање.',
  'No certificate is installed for {environment}.': 'За окружење {environment} није инсталиран сертификат.',
  'The authorities for {environment} cannot be read. Run: {command}':
    'Издаваоци за окружење {environment} не могу да се прочитају. На самој каси: {command}',
  'The certificate that is installed for {environment} cannot be read. Check the disk, and the owner of the files in the folder "pfr" of the data folder.':
    'Сертификат инсталиран за {environment} не може да се прочита. Проверите диск и власника датотека у фасцикли „pfr”.',
  'The certificate that is installed for {environment} {!what}. Install it again from its file, or first run: {command}':
    'Сертификат инсталиран за {environment} {what}. Инсталирајте га поново из датотеке, или га прво уклоните.',
  'is damaged': 'је оштећен',
  'cannot be opened, since the key of the box is missing': 'не може да се отвори, јер недостаје кључ уређаја',
  'The certificate could not be stored ({code}). Run: kasirbox doctor': 'Сертификат није сачуван. Погледајте Стање.',
  'Another file is being opened. Try again in a moment.':
    'Отвара се друга датотека. Покушајте поново за који тренутак.',
  'The certificate cannot be read. Run: kasirbox doctor': 'Сертификат не може да се прочита. Погледајте Стање.',
  'The certificate names no JID, so it is none of the tax authority. Give the file as it was sent.':
    'Сертификат нема JID, па није од пореске управе. Дајте датотеку како је послата.',
  'This is a certificate for {other}. Install the one that the tax authority gave out for {environment}.':
    'Ово је сертификат за {other}. Инсталирајте онај који је пореска управа издала за {environment}.',
  'Nothing shows that this is one for production. Install the one that the tax authority gave out for {environment}.':
    'Ништа не показује да је ово сертификат за стварни рад. Инсталирајте онај који је пореска управа издала за {environment}.',
  'The certificate {jid} is the one that is installed for {other}. Give each environment one of its own; if it stands in the wrong one, first run: {command}':
    'Сертификат {jid} је већ инсталиран за {other}. Сваком окружењу дајте његов; ако је у погрешном, прво га тамо уклоните.',
  'The certificate is of TIN {tin}, but the company that is set has {other}. Give the certificate of this company, or set the other first: kasirbox settings set company':
    'Сертификат је за ПИБ {tin}, а подешена фирма има {other}. Дајте сертификат те фирме, или прво промените фирму.',
  'The certificate ended on {time}. Get a new one from the tax authority.':
    'Сертификат је истекао {time}. Затражите нови од пореске управе.',
  'The private key is not that of the certificate. Give the file as the tax authority sent it.':
    'Приватни кључ није од овог сертификата. Дајте датотеку како ју је послала пореска управа.',
  'The certificate is not for client authentication. Give the one for the V-PFR, not that of a card or a server.':
    'Сертификат није за пријаву клијента. Дајте онај за V-PFR, а не за картицу или сервер.',
  'The key is weaker than RSA with 2048 bits or P-256. Get a new certificate.':
    'Кључ је слабији од RSA са 2048 бита или P-256. Затражите нови сертификат.',
  'The certificate names no TIN, so it was not compared with that of the company.':
    'Сертификат нема ПИБ, па није упоређен са ПИБ-ом фирме.',
  'No company is set yet; its TIN will have to be {tin}.': 'Фирма још није подешена; њен ПИБ мораће да буде {tin}.',
  'The certificate names no address of a V-PFR; give it in the settings as "url".':
    'Сертификат нема адресу V-PFR; задајте је у подешавањима.',
  'The certificate is valid from {time} only. If that has passed, the clock of the box is wrong.':
    'Сертификат важи тек од {time}. Ако је то прошло, сат уређаја није тачан.',
  'The clock of the box is a guess. See yourself that {time} has not passed.':
    'Сат уређаја је само процена. Проверите сами да {time} није прошло.',
  'The certificate ends on {time}. It can be renewed now, in its last 30 days.':
    'Сертификат истиче {time}. Може да се обнови сада, у последњих 30 дана.',
  'The file is larger than 1 MiB, so it is no certificate of the tax authority. Check the name of the file.':
    'Датотека је већа од 1 MiB, па није сертификат пореске управе. Проверите име датотеке.',
  'The file is not a whole PKCS #12 file (.pfx or .p12). Give the file as the tax authority sent it.':
    'Датотека није цела PKCS #12 датотека (.pfx или .p12). Дајте је како ју је послала пореска управа.',
  'The password is wrong. That of the tax authority has 8 upper-case letters and digits.':
    'Лозинка није тачна. Лозинка пореске управе има 8 великих слова и цифара.',
  'The file is made in a way that is not known here. Give the file as the tax authority sent it.':
    'Датотека је направљена на непознат начин. Дајте је како ју је послала пореска управа.',
  'The file holds no private key. Give the .pfx or .p12 file itself, not one with the certificate alone.':
    'У датотеци нема приватног кључа. Дајте саму .pfx или .p12 датотеку, а не само сертификат.',
  'The file holds several private keys. Give the file of one certificate.':
    'У датотеци има више приватних кључева. Дајте датотеку једног сертификата.',
  'The file holds no certificate. Give the file as the tax authority sent it.':
    'У датотеци нема сертификата. Дајте је како ју је послала пореска управа.',
  'The private key in the file is not that of its certificate. Give the file as the tax authority sent it.':
    'Приватни кључ у датотеци није од њеног сертификата. Дајте је како ју је послала пореска управа.',
  'The bundle is larger than 1 MiB. Give only the authorities that are needed.':
    'Скуп је већи од 1 MiB. Дајте само издаваоце који су потребни.',
  'The file holds a private key. Give one with certificates alone.':
    'У датотеци је приватни кључ. Дајте ону са сертификатима без кључа.',
  'The bundle has more than {most} certificates.': 'У скупу има више од {most} сертификата.',
  'Certificate {place} cannot be read. Give a file of PEM, as .pem or .crt files mostly are.':
    'Сертификат {place} не може да се прочита. Дајте PEM датотеку, какве су најчешће .pem и .crt.',
  'Certificate {place} ({subject}) is none of an authority. Give those of the issuers.':
    'Сертификат {place} ({subject}) није од издаваоца. Дајте сертификате издавалаца.',
};
