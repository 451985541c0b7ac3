/**
 * What messages have in common, for their deflate (RFC 1950, 2.2: FDICT): rarer words first, the message of a typical receipt last, since
 * near matches cost fewer bits. Whoever reads messages needs it byte for byte, so another one is another `FORMAT`; docs/fleet/dictionary.txt
 * is the same for readers in other languages.
 *
 * Not `String.raw`, which would keep its letters from becoming ASCII in the bundle.
 */
export const DICTIONARY =
  Buffer.from(`"at":"2026-12-01T07:00:00.000Z","version":"1.0.0","environment":"production","sequence":,"epoch":,"catalogue":{"group":"","version":},"problems":[{"check":"","state":"warning","text":"The failure printer time processor backup"}],"behind":0,"hash":"
"type":"invoice.in-doubt","attemptId":"","type":"invoice.settled","type":"order.queued","order.issued","order.refused","reason":"","orderNumber":"type":"print-job.failed","print-job.printed","printJobId":,"printer":"","repeat":false,"type":"problem.begun","problem.ended","check":"
"catalogue":"settings":"items":[{"name":"","unit":"kg","price":,"label":"","barcode":"","code":"","category":"","isActive":true
"Training""ProForma""Copy""Advance""Refund""Cash""Card""Check""Voucher""WireTransfer""MobileMoney""Other""lpfr""vpfr""demo","environment":"sandbox","fiscal":false,"demo":true,"cashier":"Касир 1""buyerId":"10:","buyerCostCenterId":"","clientRequestId":"","referentDocumentNumber":"","referentDocumentDT":"2026-12-01 08:00:00"
-------------АВАНС ПРОДАЈА--------------\\r\\n
-----------АВАНС РЕФУНДАЦИЈА------------\\r\\n
-------------КОПИЈА ПРОДАЈА-------------\\r\\n
-----------КОПИЈА РЕФУНДАЦИЈА-----------\\r\\n
-------------ОБУКА ПРОДАЈА--------------\\r\\n
-----------ПРЕДРАЧУН ПРОДАЈА------------\\r\\n
======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======\\r\\n========================================\\r\\n        ОВО НИЈЕ ФИСКАЛНИ РАЧУН         \\r\\n========================================\\r\\n
-----------ПРОМЕТ РЕФУНДАЦИЈА-----------\\r\\nУкупна рефундација:            \\r\\nРеф. број: \\r\\nРеф. време:          01.12.2026. 8:05:09\\r\\nПотпис купца: __________________________\\r\\n
ИД купца:                   10:123456789\\r\\nОпционо поље купца: \\r\\nЕСИР време:          01.12.2026. 8:05:09\\r\\n
Друго безготовинско плаћање: Чек: Ваучер: Повраћај: 
Пренос на рачун:                1.000,00\\r\\nИнстант плаћање:                1.000,00\\r\\nПлатна картица:                 1.000,00\\r\\n
   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   \\r\\n               000000000                \\r\\n            ДЕМО ПРОДАВНИЦА             \\r\\n        0000000-ДЕМО ПРОДАВНИЦА         \\r\\n            НЕПОЗНАТА АДРЕСА            \\r\\n
Хлеб бели Јогурт Млеко Кафа Сок Вода Пиво Сир Месо Јаја Воће Поврће Услуга /кг (Е) /kg (Е) /ком (Ђ) /kom (Ђ) /л (Ђ) (Г) (А) DOO doo Београд Нови Сад Ниш Крагујевац УЛИЦА БУЛЕВАР
{"label":"А","categoryName":"Није у ПДВ","rate":0,"amount":0,"total":},{"label":"Г","categoryName":"Без ПДВ","rate":0,"amount":0,"total":
А      Није у ПДВ    0,00%          0,00\\r\\nГ         Без ПДВ    0,00%          0,00\\r\\n
"verificationUrl":"https://sandbox.suf.purs.gov.rs/v/?vl=A
{"records":[{"epoch":1,"sequence":1,"hash":"","previous":"","after":{"sequence":1,"hash":""},"isChained":true,"recordedAt":"2026-12-01T07:00:01.000Z","events":[{"type":"invoice.refunded"},{"type":"invoice.issued"}],"receipt":{"uuid":"01a2","invoiceType":"Normal","transactionType":"Sale","cashier":"","total":409.77,"payments":[{"paymentType":"Card","amount":300},{"paymentType":"Cash","amount":109.77}],"items":[{"name":"Кафа","unit":"ком","quantity":2,"unitPrice":150,"totalAmount":300,"label":"Ђ","gtin":null},{"name":"Јабука","unit":"кг","quantity":0.845,"unitPrice":129.9,"totalAmount":109.77,"label":"Е","gtin":null}],"taxItems":[{"label":"Ђ","categoryName":"О-ПДВ","rate":20,"amount":50,"total":300},{"label":"Е","categoryName":"П-ПДВ","rate":10,"amount":9.98,"total":109.77}],"buyerId":null,"referentDocumentNumber":null,"referentDocumentDT":null,"pfr":{"mode":"lpfr","environment":"production","fiscal":true,"demo":false,"requestedBy":"","signedBy":"","invoiceNumber":"","invoiceCounter":"/ПП","sdcDateTime":"2026-12-01 08:00:01","verificationUrl":"https://suf.purs.gov.rs/v/?vl=A%2B%2F%3D"},"clientRequestId":null,"journal":"============ ФИСКАЛНИ РАЧУН ============\\r\\n               100000000                \\r\\n              ПРОДАВНИЦА                \\r\\n           1000000-ПРОДАВНИЦА           \\r\\n                 УЛИЦА                  \\r\\n                Београд                 \\r\\nКасир:                                 1\\r\\nЕСИР број:                     100/1.0.0\\r\\n-------------ПРОМЕТ ПРОДАЈА-------------\\r\\nАртикли\\r\\n========================================\\r\\nНазив   Цена         Кол.         Укупно\\r\\nКафа (Ђ)                                \\r\\n       150,00          2          300,00\\r\\nЈабука/кг (Е)                           \\r\\n       129,90      0,845          109,77\\r\\n----------------------------------------\\r\\nУкупан износ:                     409,77\\r\\nПлатна картица:                   300,00\\r\\nГотовина:                         109,77\\r\\n========================================\\r\\nОзнака       Име      Стопа        Порез\\r\\nЂ           О-ПДВ   20,00%         50,00\\r\\nЕ           П-ПДВ   10,00%          9,98\\r\\n----------------------------------------\\r\\nУкупан износ пореза:               59,98\\r\\n========================================\\r\\nПФР време:           01.12.2026. 8:00:01\\r\\nПФР број рачуна:       \\r\\nБројач рачуна:                    /   ПП\\r\\n========================================\\r\\n======== КРАЈ ФИСКАЛНОГ РАЧУНА =========\\r\\n","createdAt":"2026-12-01 08:00:01"}}]}`);
