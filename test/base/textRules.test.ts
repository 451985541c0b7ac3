import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isCustomerAddress, isHostName, mailAddress, readSender } from '../../src/base/textRules.js';

test('one address in the dot-atom form is taken as it is', () => {
  for (const address of [
    'a@b.rs',
    'pera.peric+racun@mail.example.co.rs',
    "o'neill/x=y_{z}@b-c.rs",
    '1@2.rs',
    'A.B@c.rs',
  ]) {
    assert.is(mailAddress(address), address);
    assert.ok(isCustomerAddress(address), address);
  }
});

test('the domain goes into ASCII and lower case, the local part stays', () => {
  assert.is(mailAddress('Pera@Пример.СРБ'), 'Pera@xn--e1afmkfd.xn--90a3ac');
  assert.is(mailAddress('pera@Mail.RS'), 'pera@mail.rs');
});

test('whatever is not exactly one such address is refused', () => {
  const refused = [
    ...['', '@', 'a', 'a@', '@b.rs', 'a@b@c.rs', 'a b@c.rs', ' a@b.rs', 'a@b.rs ', 'a@b .rs', '.a@b.rs', 'a.@b.rs'],
    ...[
      'a..b@c.rs',
      'a@.b.rs',
      'a@b..rs',
      'a@b.rs.',
      'a@-b.rs',
      'a@b-.rs',
      'a@b_c.rs',
      'a@b.rs,c@d.rs',
      'a@b.rs;c@d.rs',
    ],
    ...['<a@b.rs>', 'A <a@b.rs>', '"a"@b.rs', '"a b"@c.rs', 'a(x)@b.rs', 'a\\@b.rs', 'a@[10.0.0.1]', 'a:b@c.rs'],
    ...['a@b.rs\n', 'a@b.rs\r\nBcc: c@d.rs', '\r\na@b.rs', 'a\0@b.rs', 'a@b.rs\0', 'a\u2028@b.rs', 'a@b\u200d.rs'],
    ...[
      'пера@b.rs',
      'a@b%2ers',
      'a@ex%61mple.rs',
      'a@b/c.rs',
      'a@b:25',
      'a@b?c.rs',
      'a@b#c.rs',
      'a@xn--a.rs',
      'a@b。rs',
    ],
    ...[`${'a'.repeat(65)}@b.rs`, `a@${'b'.repeat(64)}.rs`, `a@${'b.'.repeat(126)}rs`],
  ];
  for (const text of refused) assert.is(mailAddress(text), undefined, JSON.stringify(text));
});

test('a customer has an address with a public domain', () => {
  for (const text of ['a@localhost', 'a@10.0.0.1', 'a@1.2', 'a@b.c', 'a@b.1x']) {
    assert.not.ok(isCustomerAddress(text), text);
  }
});

test('a sender is an address, or a name and an address', () => {
  assert.equal(readSender('kasa@pekara.rs'), { name: '', address: 'kasa@pekara.rs' });
  assert.equal(readSender('Пекара, Београд <kasa@пекара.срб>'), {
    name: 'Пекара, Београд',
    address: 'kasa@xn--80aanuxj.xn--90a3ac',
  });
  assert.equal(readSender(' Kasa  2<a@b.rs>'), { name: 'Kasa  2', address: 'a@b.rs' });
  for (const text of ['', 'Kasa', 'Kasa a@b.rs', '<a@b.rs>', 'A <a@b.rs> B', 'A <a@b.rs, c@d.rs>', 'A <<a@b.rs>>']) {
    assert.is(readSender(text), undefined, text);
  }
  for (const text of ['A\r\nBcc: c@d.rs <a@b.rs>', 'A\n<a@b.rs>', 'A <a@b.rs\r\n>', 'A <a@b.rs>\n', 'A\0 <a@b.rs>']) {
    assert.is(readSender(text), undefined, JSON.stringify(text));
  }
});

test('a host name has letters, digits and hyphens', () => {
  for (const name of ['h', 'mail.example.rs', 'Mail-1.EXAMPLE.rs', 'xn--90a3ac']) assert.ok(isHostName(name), name);
  for (const name of ['', '.', 'a.', '-a', 'a-', 'a..b', 'a b', 'a:25', 'a/b', 'пример.срб']) {
    assert.not.ok(isHostName(name), name);
  }
});

test('a hostile text is judged at once', () => {
  // Each would take hours with a pattern that goes back over it.
  for (const text of [`${'a'.repeat(60_000)}@`, `${'a.'.repeat(60_000)}@b.rs`, `${'a '.repeat(60_000)}<`]) {
    assert.is(readSender(text), undefined);
    assert.is(mailAddress(text), undefined);
  }
});

test.run();
